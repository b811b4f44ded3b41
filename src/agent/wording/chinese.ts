import type { ChangeFacts, Deed, ExpertFacts, FactSaying, Phrases } from './phrases.ts'

const list = (items: readonly string[]) => items.join('、')
const by = (people: readonly string[]) => (people.length === 0 ? '' : `，作者 ${list(people)}`)
const authorsOf = ({ authors, moreAuthors }: ChangeFacts) =>
  moreAuthors > 0 ? [...authors, `另外 ${moreAuthors} 人`] : authors
const on = (date: string | null) => (date === null ? '' : `（${date}）`)
const fixing = (issues: readonly string[]) => (issues.length === 0 ? '' : `，修复问题 ${list(issues)}`)
const of = ({ change, isCommit }: ChangeFacts) => (isCommit ? `提交 ${change}（没有记录到对应的 PR）` : change)

const DID: Record<Deed, string> = {
  added: '新增',
  deleted: '删除',
  signature: '改了签名',
  rewritten: '重写',
  changed: '修改',
  moved: '原样移动',
}
const VERDICT: Readonly<Record<string, string>> = {
  approved: '已批准',
  changes_requested: '要求修改',
  commented: '评论',
  dismissed: '已撤销',
}
const wasDone = ({ deed, newest }: ChangeFacts) =>
  deed === 'added' || deed === 'deleted' || !newest ? DID[deed] : `最近一次${DID[deed]}`

function counted({ authored, reviewed, merged, total, latest }: ExpertFacts): string {
  const parts = [
    authored > 0 ? `有记录的 ${total} 次改动中写了 ${authored} 次` : null,
    reviewed > 0 ? `评审 ${reviewed} 次` : null,
    merged > 0 && authored === 0 ? `合并 ${merged} 次` : null,
  ].filter((part) => part !== null)
  return `${parts.join('，')}${latest === null ? '' : `，最近 ${latest}`}`
}

function briefly({ authored, reviewed, merged, latest }: ExpertFacts): string {
  const most = authored > 0 ? `写了 ${authored} 次` : reviewed > 0 ? `评审 ${reviewed} 次` : `合并 ${merged} 次`
  return latest === null ? most : `${most}，最近 ${latest}`
}

const saidBy = ({ people, date, confirmedBy }: FactSaying) =>
  `${people.length > 0 ? list(people) : '此前的回答'}${date === null ? '' : `，${date}`}${confirmedBy === null ? '' : `，${confirmedBy} 确认过`}`

function factMark({ status, cause, causeDate, changedCallees, endedOn }: FactSaying): string {
  switch (status) {
    case 'stale':
      return `🟠 **已过时：代码已改动**${cause === null ? '，没有记录是哪次改动' : `，见 ${cause}${on(causeDate)}`}。仅供重新核对：`
    case 'weakened':
      return `🟡 **存疑**：它调用的 ${list(changedCallees)} 此后改了接口。`
    case 'gone':
      return `🟠 **已消失**：相关代码已不存在${cause === null ? '' : `，见 ${cause}${on(causeDate)}`}。当时的结论：`
    case 'superseded':
      return `此前${endedOn === null ? '' : `（到 ${endedOn} 为止）`}：`
    case 'retired':
      return `已作废${on(endedOn)}：`
    default:
      return ''
  }
}

function factEnd({ status }: FactSaying): string {
  if (status === 'moved') return '；代码此后原样移动过'
  return status === 'unknown' ? '；无法核对是否仍然成立' : ''
}

export const chinese: Phrases = {
  list,
  lastChange: (subject, facts) =>
    `${subject} 在 ${of(facts)} 中${wasDone(facts)}${on(facts.date)}${by(authorsOf(facts))}${fixing(facts.issues)}。`,
  fittingChange: (subject, facts) =>
    `最符合问题的改动是 ${of(facts)}${on(facts.date)}${by(authorsOf(facts))}${fixing(facts.issues)}；它${DID[facts.deed]}了 ${subject}。`,
  byAuthor: (subject, facts) =>
    `${facts.authors.length > 0 ? list(authorsOf(facts)) : '没有记录到作者'}：在 ${of(facts)} 中${DID[facts.deed]}了 ${subject}${on(facts.date)}${fixing(facts.issues)}。`,
  fixedIssue: (subject, facts) =>
    `问题 ${list(facts.issues)}：由 ${of(facts)} 修复${on(facts.date)}${by(authorsOf(facts))}；它${DID[facts.deed]}了 ${subject}。`,
  noIssue: (subject, facts) =>
    `${of(facts)}${on(facts.date)}${by(authorsOf(facts))} ${DID[facts.deed]}了 ${subject}，但没有记录到对应的问题。`,
  changedWhen: (subject, facts) =>
    `${facts.date ?? '日期没有记录'}：${subject} 在 ${of(facts)} 中${wasDone(facts)}${by(authorsOf(facts))}${fixing(facts.issues)}。`,
  firstSeen: (facts) => `最早有记录的改动是 ${of(facts)}${on(facts.date)}${by(authorsOf(facts))}。`,
  deletedIn: (subject, facts) =>
    `${subject} 已经不存在：在 ${of(facts)} 中${DID[facts.deed]}${on(facts.date)}${by(authorsOf(facts))}${fixing(facts.issues)}。`,
  goneUnrecorded: (subject) => `${subject} 已经不存在；没有记录到是哪次改动移除的。`,
  stillThere: (subject) => `${subject} 仍然存在。`,
  isAt: (subject, signature) => `${subject}${signature ? `：\`${signature}\`` : ' 定义在那里'}。`,
  ask: (subject, expert, ofFile) =>
    ofFile === null
      ? `关于 ${subject}，请问 ${expert.person}：${counted(expert)}。`
      : `${subject} 本身没有可以询问的人；${expert.person} 熟悉 \`${ofFile}\`：${counted(expert)}。`,
  orAsk: (others) => `也可以问 ${others.map((other) => `${other.person}（${briefly(other)}）`).join('、')}。`,
  noExpert: (subject) => `没有记录到可以询问 ${subject} 的人。`,
  reasonsAre: () => '有记录的原因：',
  reason: (quote, who, source) => `${quote} —— ${who === null ? '' : `${who}，`}${source}`,
  issue: (label) => `问题 ${label}`,
  remark: (change, path) => (path === null ? `${change} 的评审` : `${change} 的评审中对 \`${path}\` 的评论`),
  noReason: (change) => `没有记录到原因：${change} 及其关闭的问题都没有说明。`,
  reasonUnknown: (change) => `原因不得而知：关于 ${change} 的文字在 GitHub 的记录中，尚未索引。`,
  raised: (who, thing, date) => `${who ?? '某人'}（${thing}${on(date)}）`,
  raisedFirst: (raised) => `最早提出的是 ${raised}。`,
  raisedLater: (raised) => `其后是 ${raised}。`,
  originUnknown: (change) => `没有记录到是谁提出的：${change} 没有对应的问题。`,
  verdict: (state) => (state === null ? '' : (VERDICT[state.toLowerCase()] ?? state)),
  authorDeleted: (change) => `提交 ${change} 的帐号已不存在。`,
  accountDeleted: (account) => `${account} 代表一个已不存在的帐号。`,
  notMerged: (change, isOpen) => (isOpen ? `${change} 尚未合并。` : `${change} 已关闭，没有合并。`),
  issueSays: (quote) => `其中写道：${quote}`,
  reviewedBy: (change, reviewers, verdicts) =>
    `${change} 由 ${list(reviewers)} 评审${verdicts.length === 0 ? '' : `（${verdicts.join('、')}）`}。`,
  noReview: (change, indexed) =>
    indexed ? `没有记录到 ${change} 的评审。` : `不知道谁评审了 ${change}：评审来自 GitHub 的记录，尚未索引。`,
  mergedBy: (people, date) => `由 ${list(people)} 合并${on(date)}。`,
  noMerger: (change) => `没有记录到是谁合并了 ${change}。`,
  noPullRequest: (subject) => `没有记录到 ${subject} 的 PR，只有直接提交。`,
  nothingRecorded: (subject) => `没有记录到对 ${subject} 的任何改动。`,
  historyNotIndexed: (subject) => `${subject} 已索引，但没有索引历史：这个仓库导入时没有包含历史。`,
  historyCut: (changes) => `只索引了仓库最近的 ${changes} 次改动；更早的不得而知。`,

  newestIs: (facts) => `最新的改动是 ${of(facts)}${on(facts.date)}${by(authorsOf(facts))}。`,
  alsoFixes: (issues) => `它修复了问题 ${list(issues)}。`,
  earlierChanges: () => '其他改动，从新到旧：',
  changeLine: (facts) => `- ${facts.date ?? '?'} ${of(facts)}${by(authorsOf(facts))}${fixing(facts.issues)}`,
  moreChanges: (more) => `- 还有 ${more} 次改动`,
  movedOnly: (moves, latest) => `另外原样移动过 ${moves} 次${latest === null ? '' : `，最近 ${latest}`}。`,
  repeatedDefinition: () => '该文件中有多个同名定义；这里取最长的一个。',
  sameChange: (subject, others) => `同一次改动也涉及 ${list(others)}；这里以 ${subject} 为准。`,
  inheritedAs: (asked, subject) => `\`${asked}\` 是继承来的，定义为 ${subject}。`,
  formerName: (asked, subject) => `\`${asked}\` 现在叫 ${subject}。`,
  forwarders: (others) => `${list(others)} 同名，并调用它。`,
  alsoNamed: (others) => `这个名字也属于 ${list(others)}；问题的其他词指向这里。`,
  unknownToo: (names) => `索引中没有这个名字：${list(names.map((name) => `\`${name}\``))}。`,

  remembered: () => '记忆中的结论：',
  fact: (saying) =>
    `${factMark(saying)}${saying.text}${saying.about.length > 0 ? `，关于 ${list(saying.about)}` : ''}（${saidBy(saying)}${factEnd(saying)}）`,
  calledBy: (subject, callers) => `仓库中有 ${callers} 处调用 ${subject}（不含测试）：`,
  calledByLine: (callers, more) => `改动时要小心这些调用者：${list(callers)}${more > 0 ? ` 等另外 ${more} 处` : ''}。`,
  notCalled: (subject) => `没有记录到 ${subject} 的调用者。`,
  notCalledCaveat: () => '框架、注册表或其他仓库的调用是看不到的，所以这不能证明它没有用。',
  testsCover: (tests, names) =>
    `${tests} 个测试直接调用它${names.length > 0 ? `：${list(names)}` : ''}${tests > names.length && names.length > 0 ? ' 等' : ''}。`,
  breaks: (subject, callers) => `改动 ${subject} 会直接影响 ${callers} 个调用者（不含测试）：`,
  reaches: (functions, tests, depth, names) =>
    `经由它们，${depth} 层调用之内还会影响 ${functions} 个函数${tests > 0 ? `和 ${tests} 个测试` : ''}，例如 ${list(names)}。`,
  callLine: (caller, lines) => `- ${caller}${lines.length > 0 ? `，第 ${lines.slice(0, 4).join('、')} 行` : ''}`,
  moduleLevel: () => '，模块级代码',
  weakHidden: (weak, name) => `另有 ${weak} 个不确定的调用者没有列出；问“显示 ${name} 的弱调用者”即可列出。`,
  weakCallers: () => '可能的调用者，仅凭名字判断，也许指的是别的函数：',
  noWeak: () => '没有不确定的调用。',
  callsDegraded: (failed, parsed) =>
    `调用数据不完整：${parsed} 个文件中有 ${failed} 个的调用无法解析，可能缺少调用者。`,
  callsMissing: (subject, failed) =>
    `不知道谁调用 ${subject}：${failed} 个文件的调用无法解析，缺少调用数据。这不代表它没有用。`,
  calls: (subject, callees) => `${subject} 调用了仓库中的 ${callees} 个函数：`,
  callsNothing: (subject) => `没有记录到 ${subject} 调用仓库中的其他函数。`,
  path: (names, guesses) =>
    `最短的调用链：${names.join(' → ')}。${guesses > 0 ? `其中 ${guesses} 处调用只是按名字猜测。` : ''}`,
  noPath: (from, to) => `八层调用之内，没有记录到 ${from} 和 ${to} 之间任何方向的调用链。`,
  notAFunction: (subject) => `只记录函数的调用；${subject} 不是函数。请指明其中的一个函数：`,

  defines: (subject, classes, functions) =>
    `${subject} 定义了 ${list([...(classes > 0 ? [`${classes} 个类`] : []), ...(functions > 0 || classes === 0 ? [`${functions} 个函数`] : [])])}。`,
  pullRequest: (change, facts, mergers) =>
    `${change}${facts.authors.length > 0 ? ` 的作者是 ${list(authorsOf(facts))}` : ' 没有记录到作者'}${facts.date === null ? '' : `，${facts.date} ${mergers.length > 0 ? `由 ${list(mergers)} ` : ''}合并`}${fixing(facts.issues)}。`,
  changedFunctions: (functions) => `它改动了 ${functions} 个函数${functions === 0 ? '。' : '，主要是：'}`,
  pullRequestUnknown: (number) => `索引中没有 PR #${number}；尚未合并或晚于所索引提交的 PR 不会有记录。`,
  issueFixedBy: (issue, fixes) =>
    `问题 ${issue} 由 ${list(fixes.map((facts) => `${of(facts)}${on(facts.date)}${by(authorsOf(facts))}`))} 修复。`,
  issueOpen: (issue) => `问题 ${issue}：没有记录到修复它的 PR。`,
  issueUnknown: (number) => `没有记录到问题 #${number}：索引中的改动都没有提到它。`,
  openedBy: (people, date) => `由 ${list(people)} 提出${on(date)}。`,
  mentionedBy: (things) => `相关：${list(things)}。`,
  commit: (facts) => `${of(facts)}${on(facts.date)}${by(authorsOf(facts))}${fixing(facts.issues)}。`,
  commitUnknown: (sha) => `在索引的分支上没有以 ${sha} 开头的改动记录。`,
  recentChanges: (changes) => `最近的 ${changes} 个 PR，从新到旧：`,
  nothingRecent: () => '没有记录到任何 PR。',

  several: (asked) => `${asked === '' ? '这' : `“${asked}”`}同样符合下面几个：`,
  whichOne: () => '您指的是哪一个？给出完整的名字即可。',
  unknownName: (asked, repository) => `${repository} 的索引中没有 \`${asked}\`：没有叫这个名字的函数、类或文件。`,
  nearNames: (names) => `相近的名字：${list(names.map((name) => `\`${name}\``))}。`,
  unknownPlace: (asked) => `索引中没有 \`${asked}\`：那里没有已索引的文件。`,
  noMatch: () => '索引中没有足够符合这些词的内容。请在问题中给出函数、类、文件、#编号或链接。',
  otherRepository: (asked, repository) => `那个链接指向 ${asked}；这里只能回答 ${repository} 的问题。`,
  nameSomething: () => '请说明具体对象：函数、类、文件、PR（#123），或者粘贴链接、调用栈或代码。',
  emptyRepository: (repository) => `${repository} 尚未索引，或者没有任何提交：没有可以回答的依据。`,
}
