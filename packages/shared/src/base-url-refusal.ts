/** Why the address of a model is refused, and what a person reads about it. The interface shows these texts by reason. */
import * as z from "zod";
import type { LocalizedText } from "./localized-text.ts";

export const BaseUrlReasonSchema = z.enum([
  "too_long",
  "forbidden_character",
  "malformed",
  "credentials",
  "query_or_fragment",
  "path",
  "scheme",
  "not_encrypted",
  "port",
  "name",
  "address",
  "own_address",
  "metadata",
  "name_not_found",
  "name_lookup_failed",
  "name_timeout",
]);
export type BaseUrlReason = z.infer<typeof BaseUrlReasonSchema>;

/**
 * `details` of `BASE_URL_NOT_ALLOWED`. `setting` and `value` are there when the operator of the server can allow the
 * origin: the name of the setting and exactly what to add to it.
 */
export const BaseUrlRefusalDetailsSchema = z.object({
  reason: BaseUrlReasonSchema,
  setting: z.literal("STUDIO_ALLOWED_MODEL_ORIGINS").optional(),
  value: z.string().optional(),
});
export type BaseUrlRefusalDetails = z.infer<typeof BaseUrlRefusalDetailsSchema>;

export const BASE_URL_REASON_TEXTS: Readonly<
  Record<BaseUrlReason, LocalizedText>
> = {
  too_long: {
    "zh-CN": "地址太长，最多 2048 个字符。",
    en: "The address is too long. Use at most 2048 characters.",
  },
  forbidden_character: {
    "zh-CN": "地址中有空格、反斜杠或不可见字符。请删除后重试。",
    en: "The address has a space, a backslash or an invisible character in it. Remove it and try again.",
  },
  malformed: {
    "zh-CN": "这不是完整的地址。请使用 https://主机/路径 的形式。",
    en: "This is not a complete address. Write it as https://host/path.",
  },
  credentials: {
    "zh-CN": "地址中不能包含用户名或密码。请把密钥填入密钥栏。",
    en: "The address must not hold a user name or password. Put the key into the key field.",
  },
  query_or_fragment: {
    "zh-CN": "地址中不能包含 ? 或 #。请只保留到路径为止的部分。",
    en: "The address must not have a ? or # in it. Keep only what stands before it.",
  },
  path: {
    "zh-CN": "地址的路径中不能包含 . 或 .. 段，也不能包含经过编码的控制字符。",
    en: "The path of the address must not have . or .. segments or encoded control characters in it.",
  },
  scheme: {
    "zh-CN": "地址必须以 https:// 开头。",
    en: "The address must begin with https://.",
  },
  not_encrypted: {
    "zh-CN": "http:// 会以明文发送密钥。请使用 https://。",
    en: "http:// would send the key unencrypted. Use https://.",
  },
  port: {
    "zh-CN": "此端口不用于模型服务。请使用 443 或 1024 以上的其他端口。",
    en: "This port is not one of a model service. Use 443, or another port from 1024 on.",
  },
  name: {
    "zh-CN": "此主机名只在本机或内部网络中有效。请使用公共主机名。",
    en: "This host name is only known on this computer or inside a network. Use a public host name.",
  },
  address: {
    "zh-CN": "此主机在本机、内部网络或保留地址中，不在公共互联网上。",
    en: "This host is on this computer, in a private network or at a reserved address, not on the public internet.",
  },
  own_address: {
    "zh-CN": "此主机就是运行本服务的计算机。",
    en: "This host is the computer that this server runs on.",
  },
  metadata: {
    "zh-CN":
      "此主机属于云平台的元数据服务或链路本地地址，任何设置都不允许访问。",
    en: "This host belongs to the metadata service of a cloud, or is a link-local address. No setting allows it.",
  },
  name_not_found: {
    "zh-CN": "找不到此主机名。请检查拼写。",
    en: "This host name was not found. Check its spelling.",
  },
  name_lookup_failed: {
    "zh-CN": "目前无法查询此主机名。请检查服务器的网络连接，然后重试。",
    en: "This host name cannot be looked up at the moment. Check the network of the server and try again.",
  },
  name_timeout: {
    "zh-CN": "查询此主机名用时过长。请检查服务器的网络连接，然后重试。",
    en: "Looking up this host name took too long. Check the network of the server and try again.",
  },
};

/** Follows the reason when the origin can be listed; `{setting}` and `{value}` stand for those of the details. */
export const BASE_URL_LISTING_TEXT: LocalizedText = {
  "zh-CN":
    "如果这是您信任的模型服务，请让服务器的管理员将 {value} 加入 {setting}。",
  en: "If this is a model service that you trust, have the operator of the server add {value} to {setting}.",
};

/** The whole sentence, or two, for a person who reads `locale`. */
export function baseUrlRefusalText(
  details: BaseUrlRefusalDetails,
  locale: keyof LocalizedText,
): string {
  const { reason, setting, value } = details;
  const text = BASE_URL_REASON_TEXTS[reason][locale];
  if (setting === undefined || value === undefined) return text;
  const listing = BASE_URL_LISTING_TEXT[locale]
    .replace("{value}", () => value)
    .replace("{setting}", setting);
  return locale === "en" ? `${text} ${listing}` : text + listing;
}
