/** Colours of a picture. Contrast of every text with what is behind it: 4.5 or more, by WCAG 2. */

export interface NodeColours {
  readonly fill: string
  readonly line: string
}

export interface Theme {
  readonly background: string
  readonly text: string
  readonly faint: string
  readonly edge: string
  readonly stale: NodeColours
  readonly other: NodeColours
  readonly kinds: Readonly<Record<string, NodeColours>>
}

export const LIGHT: Theme = {
  background: '#ffffff',
  text: '#1f2328',
  faint: '#57606a',
  edge: '#8c959f',
  stale: { fill: '#fff1cc', line: '#d97706' },
  other: { fill: '#f6f8fa', line: '#8c959f' },
  kinds: {
    function: { fill: '#e7f1ff', line: '#2f6fd6' },
    class: { fill: '#e6f7f6', line: '#128a85' },
    file: { fill: '#f1f3f5', line: '#6e7781' },
    pull_request: { fill: '#f3ecff', line: '#8250df' },
    commit: { fill: '#faeef6', line: '#b4428f' },
    issue: { fill: '#e8f7ea', line: '#1f883d' },
    person: { fill: '#fff0e6', line: '#cf5a1b' },
    comment: { fill: '#f3ecff', line: '#8250df' },
    fact: { fill: '#eef3d9', line: '#6b7f12' },
  },
}

export const DARK: Theme = {
  background: '#1e1f22',
  text: '#f2f3f5',
  faint: '#b5bac1',
  edge: '#80848e',
  stale: { fill: '#4a3608', line: '#f5a524' },
  other: { fill: '#2b2d31', line: '#80848e' },
  kinds: {
    function: { fill: '#16294a', line: '#5b9bff' },
    class: { fill: '#0d3433', line: '#3ec7c0' },
    file: { fill: '#2b2d31', line: '#949ba4' },
    pull_request: { fill: '#2d2145', line: '#b392f0' },
    commit: { fill: '#3b1f33', line: '#e57ac2' },
    issue: { fill: '#17331e', line: '#57c26e' },
    person: { fill: '#3f2615', line: '#ff9c63' },
    comment: { fill: '#2d2145', line: '#b392f0' },
    fact: { fill: '#2e3512', line: '#b9cf4a' },
  },
}
