import type { SessionDialogsKey } from "./session-dialogs-en.ts";

export const SESSION_DIALOGS_ZH_CN: Readonly<
  Record<SessionDialogsKey, string>
> = {
  "labs.title": "选择实验",
  "labs.explain": "实验是一个练习主题，带有自己的工具。",
  "labs.open": "当前",

  "inbox.title": "待批准的请求",
  "inbox.explain": "请在卡片上做决定，那里列有完整的参数。",
  "inbox.loading": "正在加载待批准的请求……",
  "inbox.empty": "没有需要你决定的事项。",
  "inbox.failed": "无法加载待批准的请求：{reason}",
  "inbox.retry": "重试",
  "inbox.session": "会话",
  "inbox.unknownSession": "其他会话",
  "inbox.open": "打开",
  "inbox.openOf": "打开：{tool}，{session}",

  "preview.title": "预览：{name}",
  "preview.loading": "正在加载文件……",
  "preview.failed": "无法显示文件：{reason}",
  "preview.tooLong": "文件太长，无法预览。",
  "preview.open": "在新标签页中打开",

  "keys.rename": "重命名有焦点的会话",
  "keys.delete": "删除有焦点的会话",
  "keys.undo": "在会话列表中撤销上一次删除",
  "keys.send": "发送消息",
  "keys.newLine": "换行",
  "keys.earlier": "在文本开头：更早的消息",
  "keys.close": "关闭打开的内容",

  "problem.warning": "警告",
  "problem.error": "错误",
  "problem.notLoaded": "{place} 未加载。{reason}",
  "problem.of": "{place}：{reason}",
  "problem.notUtf8": "文件不是有效的 UTF-8，请存为 UTF-8。",
  "problem.noFrontMatter": "缺少文件头，请以一行三个短横线开头。",
  "problem.openFrontMatter": "文件头没有结束，请用一行三个短横线收尾。",
  "problem.brokenYaml":
    "第 {line} 行的 YAML 有错误（{detail}）。含特殊字符的文本请加引号。",
  "problem.noFields": "文件头没有字段，请写上名称和描述。",
  "problem.aliases": "YAML 无限重复自身，请不要使用别名。",
  "problem.noDescription": "缺少描述，或描述不是文本，请补上。",
  "problem.noName": "缺少名称，请用 a–z、0–9 和 - 取一个。",
  "problem.folderName": "缺少名称，已使用文件夹的名称。",
  "problem.badName":
    "名称无效，请使用 1 到 64 个 a–z、0–9 和 -；如果是数字，请加引号。",
  "problem.cutDescription": "描述超过 {limit} 个字符，已截断。",
  "problem.invocable":
    "disable-model-invocation 既不是 true 也不是 false，按 true 处理。",
  "problem.allowedTools": "allowed-tools 不是名称列表，按空列表处理。",
  "problem.taken": "名称 {name} 又被 {other} 使用。这里用本文件，忽略那一个。",
  "problem.standsIn": "它代替了已损坏的 {other}。",
  "problem.clash": "它的名称与 {other} 最多只差大小写，因此用那个文件。",
  "problem.fileName": "文件必须名为 SKILL.md，大小写一致。",
  "problem.link": "SKILL.md 是链接，链接不会被读取，请放入文件本身。",
  "problem.unreadable": "无法读取 SKILL.md（{detail}），请检查它的权限。",
  "problem.notRegular": "SKILL.md 不是普通文件。",
  "problem.tooLarge": "SKILL.md 超过 {limit} KiB，请把细节移到旁边的文件中。",
  "problem.rootMissing": "{place} 不是文件夹，请更正设置或创建该文件夹。",
  "problem.rootUnreadable":
    "无法读取 {place}（{detail}），请检查文件夹的权限。",
  "problem.tooMany": "{place} 中的文件夹太多，忽略了 {count} 个。",
  "problem.noSkill":
    "{place} 中没有 SKILL.md。已向下查找一层，忽略了 {count} 个文件夹。",
  "problem.folderUnreadable": "无法读取 {place}，已忽略。",
  "problem.deadLink": "{place} 是失效的链接，已忽略。",
  "problem.outsideLink": "{place} 是指向技能文件夹之外的链接，已忽略。",
};
