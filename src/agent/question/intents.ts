/** What is asked, by the words of the question: one table for both languages. The order of the table is the order of precedence. */

export type Intent =
  | 'weak'
  | 'path-between'
  | 'unused'
  | 'callees'
  | 'impact'
  | 'callers'
  | 'reviewer'
  | 'merger'
  | 'opener'
  | 'which-issue'
  | 'which-change'
  | 'expert'
  | 'author'
  | 'fate'
  | 'history'
  | 'last-change'
  | 'when'
  | 'why'
  | 'where'
  | 'recent'

const TABLE: readonly (readonly [Intent, RegExp, RegExp])[] = [
  ['weak', /\b(show|list|include|with)\b.*\b(weak|uncertain|unsure|hidden)\b/i, /(显示|列出|包括).*(弱|不确定|隐藏)/],
  [
    'path-between',
    /\b(path|connection|connected|route|chain)\b.*\b(between|from)\b|\bhow (does|do|is|are)\b.*\b(reach|connected to|related to|end up in)\b/i,
    /(之间|怎么到|如何到达|路径|有什么关系)/,
  ],
  [
    'unused',
    /\b(unused|dead code|still (used|needed|called))\b|\bused anywhere\b|\bnobody (calls|uses)\b/i,
    /(没有用到|没人用|未使用|死代码|还在用|还有用)/,
  ],
  [
    'callees',
    /\b(which|what)\b.*\b(functions?|methods?)?\b.*\b(does|do)\b.*\b(call|invoke|use|depend on)\b|\bcallees?\b|\bcalls? (what|which)\b/i,
    /(调用了?(哪些|什么|谁)|依赖(哪些|什么))/,
  ],
  [
    'impact',
    /\bbreaks?\b|\bimpact\b|\bblast radius\b|\baffect(s|ed)?\b|\b(safe|dangerous|risky?|careful)\b|\bif (i|we|you|someone) (change|modify|remove|delete|rename|touch)/i,
    /(影响|会坏|会挂|破坏|改了?会|改动.*(怎样|后果|风险)|风险|牵连|出问题)/,
  ],
  [
    'callers',
    /\bcallers?\b|\bwho (calls|uses|invokes|needs)\b|\b(what|which)\b.*\b(calls|uses|invokes)\b|\b(is|are|gets?) .*\b(called|used|invoked)\b|\bdepends? (directly )?on\b|\busages?\b|\breferences? to\b/i,
    /(谁|哪些?|哪里|什么|何处).*(调用|使用|用到|依赖)|调用者|调用方|被.*调用/,
  ],
  ['reviewer', /\breview(ed|er|ers|s)?\b|\bapproved?\b/i, /(审查|评审|审核|批准|review)/i],
  ['merger', /\bwho merged\b|\bmerged (it|this|that)\b.*\?|\bmerged by\b/i, /(谁.*合并|合并者|合并人)/],
  [
    'opener',
    /\bwho (first |originally )?(opened|reported|filed|raised|proposed|suggested|asked for|brought up)\b|\bwhose idea\b|\breporter\b/i,
    /(谁.*(提的|报告|提出|开的)|报告人)/,
  ],
  [
    'which-issue',
    /\b(which|what)\b.{0,40}\b(issues?|tickets?|bug report)\b|\bissue (was|is|did)\b/i,
    /(哪个|哪些|什么|几号).{0,6}(issue|问题单|工单|缺陷|议题)/i,
  ],
  [
    'which-change',
    /\b(which|what)\b.{0,40}\b(prs?|pull requests?|commits?|change)\b/i,
    /(哪个|哪些|什么).{0,6}(pr|pull request|合并请求|拉取请求|提交|改动)/i,
  ],
  [
    'expert',
    /\bwho (should|can|could|do|to|would|might|must|shall)\b|\bwhom\b|\bask about\b|\b(expert|experts|owner|owners|owns|maintain(s|er|ers)|responsible|knows?( about)?|contact|point person)\b/i,
    /(问谁|找谁|该问|联系谁|咨询谁|谁(最)?(懂|熟悉|了解|负责|维护)|负责人|专家)/,
  ],
  ['author', /\bwho\b|\bwhose\b|\bauthors?\b|\bby whom\b|\bblame\b/i, /(谁|作者|何人)/],
  [
    'fate',
    /\bwhat happened to\b|\bwhat became of\b|\bwhere did\b.*\bgo\b|\bis .* (gone|removed|deleted)\b|\b(was|were|got) (removed|deleted|renamed)\b/i,
    /(怎么没了|去哪|到哪里去|被删|删除了|不见了|消失)/,
  ],
  ['last-change', /\b(last|latest|most recent|newest|recently|lately)\b/i, /(最近|最后|最新|上一次|上次)/],
  [
    'history',
    /\bhistory\b|\bevolv(ed|es|ution)\b|\bchanges? (to|of|in)\b|\bin how many steps\b|\bover time\b|\b(all|every|list|earlier) (the )?(changes|prs|pull requests)\b/i,
    /(历史|演变|变更记录|改过哪些|变化过程)/,
  ],
  ['when', /\bwhen\b|\bsince which\b|\bhow old\b|\bwhat (date|year)\b/i, /(什么时候|何时|哪一年|哪年|几时)/],
  [
    'why',
    /\bwhy\b|\bhow come\b|\breason\b|\bwhat('s| is| was)? (wrong|the (point|purpose|idea|rationale|motivation))\b|\brationale\b|\bpurpose\b|\bexplain\b|\bwhat for\b/i,
    /(为什么|为何|为啥|怎么会|原因|理由|目的|缘由|干嘛)/,
  ],
  ['where', /\bwhere\b|\bwhich file\b|\bdefined\b|\blocated\b/i, /(在哪|哪里|哪个文件|何处|定义)/],
  [
    'recent',
    /\bwhat('s| is)? (new|changed|happening|going on)\b|\bany (news|changes)\b/i,
    /(有什么(新|变)|新动态|改了什么)/,
  ],
]

/** Intents that the words show, most specific first; may be empty. */
export function readIntents(text: string): Intent[] {
  const found = TABLE.filter(([, english, chinese]) => english.test(text) || chinese.test(text)).map(
    ([intent]) => intent,
  )
  return found.filter((intent) => !(shadowed[intent] ?? []).some((other) => found.includes(other)))
}

/** "Who reviewed it" is no question for the author, though it starts with "who". */
const shadowed: Partial<Record<Intent, readonly Intent[]>> = {
  author: ['expert', 'reviewer', 'merger', 'opener', 'callers', 'callees', 'impact', 'unused'],
  callers: ['callees', 'unused', 'impact'],
  recent: ['last-change', 'history', 'fate'],
  where: ['callers', 'fate'],
  'which-change': ['impact'],
}
