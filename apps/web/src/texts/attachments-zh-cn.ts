import type { AttachmentsKey } from "./attachments-en.ts";

export const ATTACHMENTS_ZH_CN: Readonly<Record<AttachmentsKey, string>> = {
  list: "这条消息的附件",
  queued: "等待上传",
  preparing: "正在准备…",
  uploading: "正在上传：{percent}",
  checking: "正在检查…",
  progress: "{name} 的上传进度",
  remove: "移除 {name}",
  retry: "重新上传 {name}",
  preview: "放大查看 {name}",
  pending: "正在上传：{count} 个。发送会等待上传完成。",
  waiting:
    "上传完成后立即发送这条消息（还有 {count} 个）。修改消息会停止等待。",
  stopWaiting: "先不发送",
  notSent: "未发送：有文件上传失败。请重试，或不带它发送。",
  restGoes: "失败的文件不会发送，其余的照常发送。",
  done: "全部上传完成。",
  leftOut: "一条消息最多可带 {limit} 个文件。未添加：{names}",
  lost: "离开页面时这些文件尚未上传，请重新添加：{names}",
  notRemoved: "未能移除 {name}：{reason}",
  dismiss: "关闭提示",
  lacksImages:
    "该模型不能读取图片。请选择能读取图片的模型，或移除图片；在此之前不会发送。",
  chooseModel: "选择其他模型",
  removeImages: "移除图片",
  unsupported: "不能添加 {format}。请另存为 JPEG 或 PNG 后再添加。",
  heic: "这里无法读取 HEIC 照片。请在 iPhone 上选择“设置 › 相机 › 格式 › 兼容性最佳”，或将照片以 JPEG 分享后再添加。",
  sentRemoved: "{name}：这张图片已被移除。",
  sentUnavailable: "{name}：这张图片无法显示。",
  sentFile: "文件：{name}",
};
