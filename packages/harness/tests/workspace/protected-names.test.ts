import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isProtectedName } from "../../src/workspace/protected-names.ts";

const SECRETS = [
  ...[
    ".env",
    ".env.local",
    ".env.production",
    ".env-prod",
    ".envrc",
    "prod.env",
    ".env.example.local",
    "config/.env",
  ],
  ...[
    ".npmrc",
    ".yarnrc",
    ".netrc",
    "_netrc",
    ".pypirc",
    ".git-credentials",
    ".git/config",
    ".hg/hgrc",
    ".svn/entries",
  ],
  ...[
    "id_rsa",
    "id_dsa",
    "id_ecdsa_sk",
    "id_ed25519.bak",
    ".ssh/known_hosts",
    ".gnupg/secring.gpg",
    "server.pem",
    "tls/a.key",
  ],
  ...[
    "cert.p12",
    "cert.pfx",
    "a.jks",
    "a.keystore",
    "vault.kdbx",
    "putty.ppk",
    "krb5.keytab",
    "vpn.ovpn",
  ],
  ...[
    ".aws/credentials",
    ".azure/x",
    ".kube/config",
    ".docker/config.json",
    ".config/gcloud/x.db",
    ".config/gh/hosts.yml",
  ],
  ...[
    "terraform.tfstate.backup",
    "prod.tfvars",
    ".vault-token",
    ".pgpass",
    ".my.cnf",
    ".htpasswd",
    "wp-config.php",
  ],
  ...[
    "credentials.json",
    "credentials.yml.enc",
    "secrets.yaml",
    "service-account-prod.json",
    "client_secret_1.json",
  ],
  ...[
    ".bash_history",
    ".zsh_history",
    ".node_repl_history",
    ".cargo/credentials.toml",
    ".m2/settings.xml",
    "auth.json",
  ],
  ...[
    ".vscode/settings.json",
    ".mcp.json",
    ".cursor/mcp.json",
    ".claude/settings.json",
    "agent-studio.sqlite-shm",
    ".studio/x",
  ],
];
const ORDINARY = [
  ...[
    "environment.txt",
    "docs/env.md",
    ".gitignore",
    ".gitattributes",
    ".github/workflows/ci.yml",
    ".editorconfig",
    "report.md",
  ],
  ...[
    ".env.example",
    ".env.sample",
    ".env.production.template",
    "example.env",
    "id_rsa.pub",
    "keys.md",
    "key",
    "keyboard.ts",
  ],
  ...[
    "secrets.md",
    "credentials.md",
    "history.md",
    "settings.xml",
    "skills/credentials/SKILL.md",
    "environment.ts",
    "pem.txt",
  ],
  ...[
    "config/gcloud.md",
    "docker-compose.yml",
    "aws/readme.md",
    "ssh.md",
    "package.json",
    "gradle.properties",
  ],
];

describe("isProtectedName", () => {
  it.each(SECRETS)("protects %s", (path) =>
    expect(isProtectedName(path.split("/"))).toBe(true),
  );

  it.each(ORDINARY)("leaves %s alone", (path) =>
    expect(isProtectedName(path.split("/"))).toBe(false),
  );

  it("sees through every other spelling of a protected name", () => {
    const fullwidth = (text: string) =>
      text.replace(/[a-z]/g, (c) =>
        String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0),
      );
    const copy = fc.constantFrom(
      (name: string) => name,
      (name: string) => `${name}~`,
      (name: string) => `${name}.bak`,
      (name: string) => `.${name}.swp`,
    );
    const spelling = fc.constantFrom(
      (name: string) => name.toUpperCase(),
      fullwidth,
      (name: string) => `${name}.`,
      (name: string) => `${name} . `,
      (name: string) => ` ${name}`,
      (name: string) => `${name}::$DATA`,
      (name: string) => name.replace(/(.)/, "$1\u200d"),
      (name: string) => `\ufeff${name}`,
      (name: string) => name.replace(/s/g, "ſ"),
    );
    const secret = fc.constantFrom(
      ...SECRETS.filter((path) => !path.includes("/")),
    );
    fc.assert(
      fc.property(
        secret,
        copy,
        fc.array(spelling, { maxLength: 3 }),
        (name, copied, spellings) => {
          const spelled = spellings.reduce(
            (text, spell) => spell(text),
            copied(name),
          );
          expect(isProtectedName([spelled])).toBe(true);
        },
      ),
    );
  });

  it("protects whatever is below a protected folder", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (below) => {
        expect(isProtectedName(["a", ".SSH", ...below])).toBe(true);
      }),
    );
  });

  it("answers at once for the longest names", () => {
    const started = performance.now();
    for (const part of [
      "~",
      ".bak",
      "service-account",
      "client_secret",
      ". ",
      ".env",
    ])
      isProtectedName([part.repeat(4096 / part.length)]);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
