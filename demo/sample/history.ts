/** The history of Ferry, the sample project: who changed what, when, why, and how it was merged. The code is in the patches. */

const mara = 'Mara Lindqvist <mara@ferry.example>'
const jonas = 'Jonas Okafor <jonas.okafor@ferry.example>'
const priya = 'Priya Raman <priya@raman.example>'
const teo = 'Teo Bianchi <teo@ferry.example>'

interface SampleCommit {
  readonly patch: string
  readonly message: string
  readonly date: string
}

export type SampleStep =
  | (SampleCommit & { readonly kind: 'direct'; readonly author: string })
  | {
      readonly kind: 'pull-request'
      readonly number: number
      readonly title: string
      readonly body: string
      readonly style: 'merge' | 'squash' | 'rebase' | 'queue'
      readonly author: string
      readonly merger: string
      readonly from: string
      readonly commits: readonly SampleCommit[]
      readonly merged: string
    }
  /** A tag on what `main` is by then. */
  | { readonly kind: 'tag'; readonly name: string }

export const history: readonly SampleStep[] = [
  {
    kind: 'direct',
    author: mara,
    patch: '01-jobs-in-a-file',
    message: 'Jobs in a SQLite file',
    date: '2025-03-03T09:12:00+01:00',
  },
  {
    kind: 'pull-request',
    number: 1,
    title: 'Run jobs with a worker',
    body: 'A worker takes the job that is due first and runs the function of its name.',
    style: 'merge',
    author: mara,
    merger: mara,
    from: 'ferry-queue/worker',
    commits: [{ patch: '02-run-jobs', message: 'Run jobs with a worker', date: '2025-03-05T16:40:00+01:00' }],
    merged: '2025-03-06T10:02:00+01:00',
  },
  {
    kind: 'pull-request',
    number: 3,
    title: 'Try failed jobs again',
    body: 'Mail servers are down now and then. Five tries with doubling pauses get nearly every mail out.\n\nCloses #2',
    style: 'squash',
    author: jonas,
    merger: mara,
    from: 'jonas-okafor/retry',
    commits: [{ patch: '03-retry-failed-jobs', message: 'Try failed jobs again', date: '2025-03-17T11:25:00+00:00' }],
    merged: '2025-03-18T09:30:00+01:00',
  },
  {
    kind: 'pull-request',
    number: 4,
    title: 'Add a command line',
    body: 'Enough to look at a queue over ssh and to push a failed job again.',
    style: 'squash',
    author: priya,
    merger: mara,
    from: 'priya-raman/cli',
    commits: [{ patch: '04-command-line', message: 'Add a command line', date: '2025-03-28T19:05:00+05:30' }],
    merged: '2025-03-31T08:47:00+02:00',
  },
  {
    kind: 'pull-request',
    number: 7,
    title: 'Claim a job in one statement',
    body: 'Fixes #6',
    style: 'rebase',
    author: teo,
    merger: mara,
    from: 'teo-bianchi/claim',
    commits: [
      {
        patch: '05-two-connections',
        message: 'Test two connections on one queue',
        date: '2025-04-14T21:18:00+02:00',
      },
      {
        patch: '06-claim-in-one-statement',
        message:
          'Claim a job in one statement\n\nBetween the SELECT and the UPDATE a second worker could take the same job, and the mail went out twice.\nUPDATE … RETURNING leaves no gap. It needs SQLite 3.35.\n\nFixes #6',
        date: '2025-04-14T22:03:00+02:00',
      },
    ],
    merged: '2025-04-15T09:14:00+02:00',
  },
  {
    kind: 'pull-request',
    number: 9,
    title: 'Spread retries in time',
    body: 'After an outage every job failed in the same second, and came back in the same second, five times over. A quarter more or less on each pause keeps them apart.\n\nFixes #8',
    style: 'merge',
    author: jonas,
    merger: teo,
    from: 'jonas-okafor/spread-retries',
    commits: [{ patch: '07-spread-retries', message: 'Spread retries in time', date: '2025-05-06T13:50:00+01:00' }],
    merged: '2025-05-07T18:21:00+02:00',
  },
  {
    kind: 'pull-request',
    number: 10,
    title: 'Schedules',
    body: 'Queue a job every so often. A run that was missed is not made up for: nobody wants six hourly reports at once.',
    style: 'squash',
    author: priya,
    merger: jonas,
    from: 'priya-raman/schedules',
    commits: [{ patch: '08-schedules', message: 'Schedules', date: '2025-05-20T17:32:00+05:30' }],
    merged: '2025-05-21T10:40:00+01:00',
  },
  {
    kind: 'pull-request',
    number: 11,
    title: 'Add ferry stats',
    body: 'Counts by status, and how long the oldest waiting job has waited.',
    style: 'queue',
    author: teo,
    merger: priya,
    from: 'teo-bianchi/stats',
    commits: [{ patch: '09-stats', message: 'Add ferry stats', date: '2025-06-02T20:11:00+02:00' }],
    merged: '2025-06-03T14:26:00+05:30',
  },
  {
    kind: 'pull-request',
    number: 12,
    title: 'Rename report.py to summary.py',
    body: '"Report" is what a failed job leaves behind.',
    style: 'squash',
    author: mara,
    merger: teo,
    from: 'ferry-queue/summary',
    commits: [
      { patch: '10-rename-report', message: 'Rename report.py to summary.py', date: '2025-06-10T09:55:00+02:00' },
    ],
    merged: '2025-06-10T12:30:00+02:00',
  },
  {
    kind: 'pull-request',
    number: 14,
    title: 'Give retry delays a module of their own',
    body: 'Moves retry_delay out of the worker, unchanged. Preparation for #13.',
    style: 'merge',
    author: jonas,
    merger: mara,
    from: 'jonas-okafor/backoff',
    commits: [
      { patch: '11-backoff-module', message: 'Move retry_delay to ferry.backoff', date: '2025-06-24T10:15:00+01:00' },
    ],
    merged: '2025-06-25T11:08:00+02:00',
  },
  {
    kind: 'pull-request',
    number: 16,
    title: 'Count an attempt when the job is claimed',
    body: 'A job that took its worker down never counted as tried, so it took down the next one, too.\n\nResolves #15',
    style: 'squash',
    author: priya,
    merger: jonas,
    from: 'priya-raman/count-early',
    commits: [
      {
        patch: '12-count-attempts-when-claimed',
        message: 'Count an attempt when the job is claimed',
        date: '2025-07-08T18:44:00+05:30',
      },
    ],
    merged: '2025-07-09T09:36:00+01:00',
  },
  {
    kind: 'pull-request',
    number: 18,
    title: 'Intervals of several parts',
    body: 'Closes #17',
    style: 'rebase',
    author: teo,
    merger: priya,
    from: 'teo-bianchi/intervals',
    commits: [
      { patch: '13-intervals-of-parts', message: 'Accept intervals such as 2h30m', date: '2025-07-21T22:40:00+02:00' },
      { patch: '14-note-the-intervals', message: 'Note the new intervals', date: '2025-07-21T22:52:00+02:00' },
    ],
    merged: '2025-07-23T08:19:00+05:30',
  },
  {
    kind: 'direct',
    author: mara,
    patch: '15-purge',
    message: 'Forget old jobs that are done',
    date: '2025-08-04T15:03:00+02:00',
  },
  {
    kind: 'pull-request',
    number: 20,
    title: 'Shrink the file after a purge',
    body: 'Closes #19',
    style: 'squash',
    author: jonas,
    merger: mara,
    from: 'jonas-okafor/vacuum',
    commits: [{ patch: '16-vacuum', message: 'Shrink the file after a purge', date: '2025-08-12T12:28:00+01:00' }],
    merged: '2025-08-12T16:50:00+02:00',
  },
  {
    kind: 'pull-request',
    number: 22,
    title: 'Revert "Shrink the file after a purge"',
    body: 'Reverts ferry-queue/ferry#20: VACUUM locks the file, and a large queue stood still for minutes.\n\nFixes #21',
    style: 'squash',
    author: mara,
    merger: mara,
    from: 'ferry-queue/revert-20-vacuum',
    commits: [
      {
        patch: '17-revert-vacuum',
        message: 'Revert "Shrink the file after a purge (#20)"',
        date: '2025-08-19T08:31:00+02:00',
      },
    ],
    merged: '2025-08-19T08:45:00+02:00',
  },
  {
    kind: 'direct',
    author: priya,
    patch: '18-sqlite-version',
    message: 'Say which SQLite is needed',
    date: '2025-08-27T11:20:00+05:30',
  },
  { kind: 'tag', name: 'demo/start' },
  {
    kind: 'pull-request',
    number: 24,
    title: 'Never wait longer than an hour',
    body: 'With twenty attempts the last pause would be six days. An hour is as good as for ever to a mail.\n\nFixes #23',
    style: 'merge',
    author: teo,
    merger: jonas,
    from: 'teo-bianchi/cap-delay',
    commits: [{ patch: '19-cap-the-delay', message: 'Cap the retry delay', date: '2025-09-15T20:36:00+02:00' }],
    merged: '2025-09-16T10:12:00+01:00',
  },
  {
    kind: 'pull-request',
    number: 26,
    title: 'Let a task say when to try again',
    body: 'The mail service answers with Retry-After when we are too fast; guessing made it worse.\n\nFixes #25',
    style: 'squash',
    author: priya,
    merger: teo,
    from: 'priya-raman/retry-later',
    commits: [
      { patch: '20-retry-later', message: 'Let a task say when to try again', date: '2025-10-01T17:02:00+05:30' },
    ],
    merged: '2025-10-02T19:48:00+02:00',
  },
]
