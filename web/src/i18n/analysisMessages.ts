import { language } from "../settings";
import type { Language } from "./language";
import { fillMessage, type MessageParams } from "./t";

// Texts for tidying variations, sharing, and analysis.

const en = {
  "tidy.name": "Tidy variations",
  "tidy.up": "Move this variation up",
  "tidy.main": "Make this the main line",
  "tidy.delete": "Delete from here",
  "tidy.others": "Delete all other variations",
  "tidy.undelete": "Undo deletion",
  "tidy.fold": "Fold all variations",
  "tidy.unfold": "Unfold all variations",
  "tidy.deleted": "Deleted: {count} moves. It can be undone.",
  "tidy.restored": "{count} moves are back",
  "tidy.promoted": "The variation moved up",
  "tidy.isMain": "This is the main line now",
  "tidy.folded": "{count} variations folded",
  "tidy.unfolded": "{count} variations unfolded",

  "share.title": "Share",
  "share.position": "This position",
  "share.study": "The whole game with its variations and comments",
  "share.holds": "{moves} moves, {comments} comments",
  "share.preview": "Short link with a preview picture",
  "share.preview.why": "The server keeps a copy, which anybody with the link can read and nobody can change.",
  "share.kept": "It is too long for a link alone, so the server keeps a copy, which nobody can change.",
  "share.tooLong": "It is too long for a link, and this page has no server to keep it. Export it as SGF.",
  "share.inLink": "The link itself holds everything; nothing is sent.",
  "share.noPicture": "A page without a server has no preview pictures.",
  "share.embed": "On your own page",
  "share.embed.why": "Paste this into a page: a board to step through.",
  "share.copy": "Copy",
  "share.copied": "Copied",
  "share.wait": "Making the link…",

  "study.damaged": "This link is damaged: what it holds cannot be read.",
  "study.newer": "This link was made by a newer version of Tengen.",
  "study.tooLong": "This link holds more than a study may.",
  "embed.open": "Open in Tengen",
  "embed.name": "Moves",
  "embed.empty": "There is nothing to show at this address.",

  "lines.options": "Options of the analysis",
  "lines.count": "Lines",
  "lines.time": "Time for a position",
  "lines.seconds": "{seconds} s",
  "lines.minutes": "{minutes} min",
  "lines.endless": "Endless",
  "lines.threads": "Threads",
  "lines.browserThreads": "In the browser the engine has one thread; on the server it may have more.",
  "lines.into": "Play up to {point}",

  "threat.show": "Threats",
  "threat.looking": "Looking for what {color} threatens…",
  "threat.wins": "{color} threatens to win:",
  "threat.best": "If {color} could move now: {line}",
  "threat.none": "{color} threatens no win by fours or threes.",
  "threat.open": "No threat of {color} was found in the time.",

  "points.show": "Whose points",
  "points.black": "Black alone",
  "points.white": "White alone",
  "points.both": "Both",
  "points.nobody": "Nobody",
  "points.ahead": "{color} has {count} more points of its own.",
  "points.even": "Both have as many points of their own.",
} as const;

export type AnalysisMessageKey = keyof typeof en;

const zh: Record<AnalysisMessageKey, string> = {
  "tidy.name": "整理变化",
  "tidy.up": "上移此变化",
  "tidy.main": "设为主线",
  "tidy.delete": "从这里删除",
  "tidy.others": "删除其他变化",
  "tidy.undelete": "撤销删除",
  "tidy.fold": "折叠全部变化",
  "tidy.unfold": "展开全部变化",
  "tidy.deleted": "已删除 {count} 手，可以撤销。",
  "tidy.restored": "已恢复 {count} 手",
  "tidy.promoted": "此变化已上移",
  "tidy.isMain": "现在是主线",
  "tidy.folded": "已折叠 {count} 个变化",
  "tidy.unfolded": "已展开 {count} 个变化",

  "share.title": "分享",
  "share.position": "当前局面",
  "share.study": "整盘棋，含变化和评注",
  "share.holds": "{moves} 手，{comments} 条评注",
  "share.preview": "带预览图的短链接",
  "share.preview.why": "服务器会保存一份副本：有链接的人都能看，谁也不能改。",
  "share.kept": "内容放不进链接，所以由服务器保存一份副本，谁也不能改。",
  "share.tooLong": "内容放不进链接，而本页没有服务器可以保存。请导出 SGF。",
  "share.inLink": "全部内容都在链接里，不会上传。",
  "share.noPicture": "没有服务器的页面没有预览图。",
  "share.embed": "放到自己的网页上",
  "share.embed.why": "把这段代码贴进网页，就有一个可以逐手摆的棋盘。",
  "share.copy": "复制",
  "share.copied": "已复制",
  "share.wait": "正在生成链接…",

  "study.damaged": "链接已损坏，内容无法读取。",
  "study.newer": "这个链接由更新版本的 Tengen 生成。",
  "study.tooLong": "链接里的内容超出了上限。",
  "embed.open": "在 Tengen 中打开",
  "embed.name": "着法",
  "embed.empty": "这个地址没有可显示的内容。",

  "lines.options": "分析选项",
  "lines.count": "变化数",
  "lines.time": "每个局面的时间",
  "lines.seconds": "{seconds} 秒",
  "lines.minutes": "{minutes} 分钟",
  "lines.endless": "不限时",
  "lines.threads": "线程",
  "lines.browserThreads": "引擎在浏览器里只有一个线程，在服务器上可以更多。",
  "lines.into": "走到 {point}",

  "threat.show": "威胁",
  "threat.looking": "正在看{color}有什么威胁…",
  "threat.wins": "{color}的威胁，可以取胜：",
  "threat.best": "假如轮到{color}：{line}",
  "threat.none": "{color}没有连续冲四或活三取胜的威胁。",
  "threat.open": "限定时间内没有发现{color}的威胁。",

  "points.show": "谁的点",
  "points.black": "只有黑能下",
  "points.white": "只有白能下",
  "points.both": "双方都能下",
  "points.nobody": "双方都不能下",
  "points.ahead": "{color}独有的点多 {count} 个。",
  "points.even": "双方独有的点一样多。",
};

export const ANALYSIS_MESSAGES: Record<Language, Readonly<Record<AnalysisMessageKey, string>>> = { en, zh };

/** Translates a message about variations, sharing or analysis. */
export function analysisText(key: AnalysisMessageKey, params: MessageParams = {}): string {
  return fillMessage(ANALYSIS_MESSAGES[language.value][key], params);
}
