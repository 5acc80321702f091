/**
 * Names that hold credentials, decide what an agent may do, or belong to the product itself. They
 * are refused by name wherever they stand in a path, so a protected folder protects what is in it.
 *
 * `.env.example` and its like (sample, template, dist) are templates without secrets by convention
 * and may be read; every other `.env.*` may not.
 */

const PROTECTED_NAMES: ReadonlySet<string> = new Set([
  // Version control, cloud and container clients.
  ...[
    ".git",
    ".hg",
    ".svn",
    ".bzr",
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".gcloud",
    ".kube",
    ".docker",
    ".terraform.d",
  ],
  ...[
    ".git-credentials",
    ".gitconfig",
    ".dockercfg",
    ".dockerconfigjson",
    "kubeconfig",
    ".boto",
    ".s3cfg",
    ".passwd-s3fs",
  ],
  ...[
    ".terraformrc",
    "terraform.rc",
    ".vault-token",
    "rclone.conf",
    "accesstokens.json",
    "application_default_credentials.json",
  ],
  // Package registries, databases and web servers.
  ...[
    ".npmrc",
    ".pnpmrc",
    ".yarnrc",
    ".yarnrc.yml",
    ".pypirc",
    ".netrc",
    "_netrc",
    ".authinfo",
    "auth.json",
    ".bunfig.toml",
  ],
  ...[
    ".pgpass",
    "pgpass.conf",
    ".my.cnf",
    ".mylogin.cnf",
    ".rediscli_auth",
    ".htpasswd",
    "wp-config.php",
    ".dbshell",
  ],
  // Settings of agents and editors: they start servers and answer approvals.
  ...[
    ".mcp.json",
    "mcp.json",
    ".vscode",
    ".cursor",
    ".claude",
    ".claude.json",
    ".windsurf",
    ".zed",
    ".idea",
    ".gemini",
  ],
  ...[
    ".codex",
    ".continue",
    ".roo",
    ".kiro",
    ".opencode",
    ".aider.conf.yml",
    "claude_desktop_config.json",
  ],
  // Wallets, shells, and the product's own store.
  ...[
    "wallet.dat",
    "login.keychain",
    ".lesshst",
    ".viminfo",
    "fish_history",
    "consolehost_history.txt",
    ".studio",
  ],
]);

const PROTECTED_PATTERNS: readonly RegExp[] = [
  /^\.env(?:rc|[._-].*)?$/,
  /\.env$/,
  /^git~\d+$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:[._-].*)?$/,
  /\.(?:pem|key|p8|p12|pfx|pkcs12|ppk|jks|jceks|bks|keystore|keytab|kdb|kdbx|ovpn|agekey|keychain|keychain-db|kubeconfig)$/,
  /\.(?:tfstate|tfvars)(?:\..*)?$/,
  /^\.?credentials?\.(?:json|ya?ml|toml|ini|xml|csv|db|enc|properties)(?:\.enc)?$/,
  /^\.credentials?$/,
  /^\.?secrets?\.(?:json|ya?ml|toml|ini|xml|properties|enc)(?:\.enc)?$/,
  /^client[-_]?secrets?.*\.json$/,
  /^(?:.*[-_.])?service[-_]?account.*\.json$/,
  /^\.(?:[a-z0-9_-]+[._-])?history$/,
  /^agent-studio\.sqlite/,
  /^\.studio-/,
];

/** Folder, then name: names that are secrets only below that folder. */
const PROTECTED_PAIRS: ReadonlySet<string> = new Set([
  ...[
    ".config/gcloud",
    ".config/gh",
    ".config/hub",
    ".config/rclone",
    ".config/op",
    ".config/containers",
    ".config/git",
  ],
  ...[
    ".cargo/credentials",
    ".gem/credentials",
    ".m2/settings.xml",
    ".m2/settings-security.xml",
    ".gradle/gradle.properties",
  ],
  ...[
    ".local/share/keyrings",
    "share/keyrings",
    "library/keychains",
    ".subversion/auth",
  ],
]);

const TEMPLATES =
  /^(?:\.env(?:[._-][a-z0-9]+)*[._-](?:example|sample|template|dist)|(?:example|sample|template)\.env)$/;
const PUBLIC_KEY = /^id_[a-z0-9_-]+\.pub$/;
const BACKUP_SUFFIX = /(?:~|\.(?:bak|backup|old|orig|save|swp|swo|copy|tmp))+$/;

/**
 * The name as the most forgiving file system would read it: compatibility forms, letter case,
 * invisible characters, alternate streams, and trailing dots and spaces make no difference.
 */
export function foldName(name: string): string {
  const visible = name
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, "");
  const [withoutStream = ""] = visible
    .toLowerCase()
    .normalize("NFKC")
    .split(":", 1);
  return withoutStream.trim().replace(/[.\s]+$/u, "");
}

/** Whether any part of the path is protected, whatever its spelling. Total: never throws. */
export function isProtectedName(segments: readonly string[]): boolean {
  const folded = segments.map(foldName);
  return folded.some(
    (name, at) =>
      isProtectedAlone(name) ||
      PROTECTED_PAIRS.has(`${folded[at - 1] ?? ""}/${stem(name)}`),
  );
}

function isProtectedAlone(name: string): boolean {
  if (TEMPLATES.test(name) || PUBLIC_KEY.test(name)) return false;
  // A copy left by an editor holds the same secret; swap files also gain a leading dot.
  const original = name.replace(BACKUP_SUFFIX, "");
  const candidates =
    original === name ? [name] : [name, original, original.replace(/^\./, "")];
  return candidates.some(
    (each) =>
      PROTECTED_NAMES.has(each) ||
      PROTECTED_PATTERNS.some((pattern) => pattern.test(each)),
  );
}

function stem(name: string): string {
  return name.replace(BACKUP_SUFFIX, "").replace(/^(credentials)\.toml$/, "$1");
}
