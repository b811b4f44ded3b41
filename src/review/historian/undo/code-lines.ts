/** Lines of source as far as they are code: comments, docstrings and layout do not count. */

/** Each line of a file without what is no code, blanks as one; index 0 is line 1. */
export function codeLines(text: string, language: string): string[] {
  const code = language === 'python' ? withoutPythonWords(text) : withoutComments(text)
  return code.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
}

/** A string that begins a statement is a docstring, or as good as one. */
const PYTHON =
  /(?<doc>^[ \t]*[rRuU]{0,2}("""[\s\S]*?(?:"""|$(?![\s\S]))|'''[\s\S]*?(?:'''|$(?![\s\S]))|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')(?=[ \t]*(?:#.*)?$))|(?<string>"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?<comment>#.*)/gm
const OTHERS =
  /(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<comment>\/\/.*|\/\*[\s\S]*?\*\/)/g

const blanked = (text: string) => '\n'.repeat(text.split('\n').length - 1)

function withoutPythonWords(text: string): string {
  return text.replace(PYTHON, (match, ...rest) => {
    const { string } = rest.at(-1) as { string?: string }
    return string === undefined ? blanked(match) : match
  })
}

function withoutComments(text: string): string {
  return text.replace(OTHERS, (match, ...rest) => {
    const { string } = rest.at(-1) as { string?: string }
    return string === undefined ? blanked(match) : match
  })
}
