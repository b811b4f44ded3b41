/**
 * Pull requests on the sample project, each as replacements in files of its head. The first ten take back what an earlier pull
 * request fixed, mostly beside other edits; the others touch the same lines and keep what they do.
 */
export interface EditedPullRequest {
  readonly name: string
  /** Number of the pull request that it takes back; null where it takes back none. */
  readonly undoes: number | null
  /** Text and what stands in its place, by path. A path with null instead of a list is deleted; one with a string is new. */
  readonly edits: Readonly<Record<string, readonly (readonly [was: string, now: string])[] | string | null>>
}

const BACKOFF = 'src/ferry/backoff.py'
const STORE = 'src/ferry/store.py'
const WORKER = 'src/ferry/worker.py'
const SCHEDULE = 'src/ferry/schedule.py'

const CLAIM = `        row = self._connection.execute(
            """
            UPDATE jobs SET status = ?, attempts = attempts + 1 WHERE id = (
                SELECT id FROM jobs WHERE status = ? AND due_at <= ? ORDER BY due_at LIMIT 1
            ) RETURNING *
            """,
            (RUNNING, WAITING, now),
        ).fetchone()
        return job_from_row(row) if row else None

    def complete`

export const EDITED: readonly EditedPullRequest[] = [
  {
    name: 'makes delays exact again',
    undoes: 9,
    edits: {
      [BACKOFF]: [
        ['    return delay * random.uniform(0.75, 1.25)\n', '    return delay\n'],
        ['import random\n\n', ''],
      ],
    },
  },
  {
    name: 'lets delays grow without end, under another name',
    undoes: 24,
    edits: {
      [BACKOFF]: [
        [
          '    delay = min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS)\n',
          '    pause = FIRST_DELAY_SECONDS * 2 ** (attempts - 1)\n',
        ],
        ['return delay * random', 'return pause * random'],
      ],
    },
  },
  {
    name: 'gives up after five attempts again',
    undoes: 24,
    edits: {
      [BACKOFF]: [
        ['MAX_ATTEMPTS = 20', 'MAX_ATTEMPTS = 5'],
        ['"""When to try again."""', '"""When, and how often, to try again."""'],
      ],
    },
  },
  {
    name: 'claims in two statements, for older versions of SQLite',
    undoes: 7,
    edits: {
      [STORE]: [
        ['        # One statement: between a SELECT and an UPDATE another worker could take the same job.\n', ''],
        [
          CLAIM,
          `        row = self._connection.execute(
            "SELECT * FROM jobs WHERE status = ? AND due_at <= ? ORDER BY due_at LIMIT 1",
            (WAITING, now),
        ).fetchone()
        if row is None:
            return None
        self._update(row["id"], status=RUNNING, attempts=row["attempts"] + 1)
        return self.get(row["id"])

    def complete`,
        ],
      ],
    },
  },
  {
    name: 'counts attempts in the worker',
    undoes: 16,
    edits: {
      [STORE]: [['UPDATE jobs SET status = ?, attempts = attempts + 1 WHERE', 'UPDATE jobs SET status = ? WHERE']],
      [WORKER]: [
        [
          '        if job.attempts >= MAX_ATTEMPTS:',
          '        attempts = job.attempts + 1\n        if attempts >= MAX_ATTEMPTS:',
        ],
        ['retry_delay(job.attempts, error)', 'retry_delay(attempts, error)'],
      ],
    },
  },
  {
    name: 'starts the worker faster',
    undoes: 16,
    edits: {
      [WORKER]: [
        ['        self.store.recover()\n        while', '        while'],
        ['time.sleep(self.idle_seconds)', 'time.sleep(max(0.1, self.idle_seconds))'],
      ],
    },
  },
  {
    name: 'decides alone when to try again',
    undoes: 26,
    edits: { [BACKOFF]: [['    if isinstance(error, RetryLater):\n        return error.seconds\n', '']] },
  },
  {
    name: 'reads simple intervals only',
    undoes: 18,
    edits: {
      [SCHEDULE]: [
        [
          `    if not re.fullmatch(r"(\\d+[smhd])+", text):
        raise ValueError(f"{text!r} is not an interval such as 10m or 2h30m")
    return sum(int(number) * UNITS[unit] for number, unit in re.findall(r"(\\d+)([smhd])", text))`,
          `    number, unit = text[:-1], text[-1:]
    if not number.isdigit() or unit not in UNITS:
        raise ValueError(f"{text!r} is not an interval such as 10m")
    return int(number) * UNITS[unit]`,
        ],
      ],
    },
  },
  {
    name: 'shrinks the file once more',
    undoes: 22,
    edits: {
      [STORE]: [
        [
          '        return done.rowcount\n',
          '        if done.rowcount:\n            self._connection.execute("VACUUM")\n        return done.rowcount\n',
        ],
      ],
    },
  },
  {
    name: 'formats the traceback where it is caught',
    undoes: 26,
    edits: {
      [WORKER]: [
        [
          '        except Exception as error:\n            self._handle_failure(job, error)',
          '        except Exception:\n            self._handle_failure(job, traceback.format_exc())',
        ],
        ['        report = "".join(traceback.format_exception(type(error), error, error.__traceback__))\n', ''],
        ['self.store.fail(job, report)', 'self.store.fail(job, error)'],
        ['retry_delay(job.attempts, error), report)', 'retry_delay(job.attempts), error)'],
      ],
    },
  },
  {
    name: 'renames a variable of the fixed lines',
    undoes: null,
    edits: {
      [BACKOFF]: [
        ['    delay = min(', '    pause = min('],
        ['return delay * random', 'return pause * random'],
      ],
    },
  },
  {
    name: 'moves the spreading into a function of its own',
    undoes: null,
    edits: {
      [BACKOFF]: [
        [
          '    return delay * random.uniform(0.75, 1.25)\n',
          '    return spread(delay)\n\n\ndef spread(seconds):\n    """A quarter more or less."""\n    return seconds * random.uniform(0.75, 1.25)\n',
        ],
      ],
    },
  },
  {
    name: 'moves the module, and its users with it',
    undoes: null,
    edits: {
      [BACKOFF]: null,
      'src/ferry/retries.py': `"""When to try again."""

import random

MAX_ATTEMPTS = 20
FIRST_DELAY_SECONDS = 2
LONGEST_DELAY_SECONDS = 3600


class RetryLater(Exception):
    """Raised by a task that knows when to try again, for instance from a Retry-After header."""

    def __init__(self, seconds):
        super().__init__(f"try again in {seconds} s")
        self.seconds = seconds


def retry_delay(attempts, error=None):
    """Seconds until the next try. A task's own wish comes first."""
    if isinstance(error, RetryLater):
        return error.seconds
    delay = min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS)
    return delay * random.uniform(0.75, 1.25)
`,
      [WORKER]: [['from ferry.backoff import', 'from ferry.retries import']],
    },
  },
  {
    name: 'words comments and docstrings anew',
    undoes: null,
    edits: {
      [STORE]: [
        [
          '        # One statement: between a SELECT and an UPDATE another worker could take the same job.\n',
          '        # A SELECT and an UPDATE would leave a gap.\n',
        ],
        [
          '        The attempt counts from here: a job that takes the worker down with it has had its try.\n',
          '        This counts as an attempt.\n',
        ],
      ],
      [BACKOFF]: [
        [
          '    Spread over half of the pause: jobs that failed together must not come back together.\n',
          '    Spread a little.\n',
        ],
      ],
    },
  },
  {
    name: 'allows pauses of two hours',
    undoes: null,
    edits: { [BACKOFF]: [['LONGEST_DELAY_SECONDS = 3600', 'LONGEST_DELAY_SECONDS = 7200']] },
  },
  {
    name: 'claims the oldest of several due jobs, in the same statement',
    undoes: null,
    edits: {
      [STORE]: [
        [
          'UPDATE jobs SET status = ?, attempts = attempts + 1 WHERE id = (',
          'UPDATE jobs SET attempts = attempts + 1, status = ?\n            WHERE id = (',
        ],
        ['ORDER BY due_at LIMIT 1', 'ORDER BY due_at, created_at LIMIT 1'],
      ],
    },
  },
  {
    name: 'checks an interval with the match at hand',
    undoes: null,
    edits: {
      [SCHEDULE]: [
        [
          '    if not re.fullmatch(r"(\\d+[smhd])+", text):\n',
          '    match = re.fullmatch(r"(\\d+[smhd])+", text)\n    if match is None:\n',
        ],
      ],
    },
  },
  {
    name: 'closes the store when the worker ends',
    undoes: null,
    edits: {
      [WORKER]: [
        [
          '        self.store.recover()\n        while not self._stopping:\n            if not self.run_once():\n                time.sleep(self.idle_seconds)\n',
          '        try:\n            self.store.recover()\n            while not self._stopping:\n                if not self.run_once():\n                    time.sleep(self.idle_seconds)\n        finally:\n            self.store.close()\n',
        ],
      ],
    },
  },
  {
    name: 'turns a check round',
    undoes: null,
    edits: {
      [BACKOFF]: [
        [
          '    if isinstance(error, RetryLater):\n        return error.seconds\n    delay = min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS)\n    return delay * random.uniform(0.75, 1.25)\n',
          '    if not isinstance(error, RetryLater):\n        delay = min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS)\n        return delay * random.uniform(0.75, 1.25)\n    return error.seconds\n',
        ],
      ],
    },
  },
  {
    name: 'writes the report in a method of its own',
    undoes: null,
    edits: {
      [WORKER]: [
        [
          '        report = "".join(traceback.format_exception(type(error), error, error.__traceback__))\n',
          '        report = self._report(error)\n',
        ],
        [
          '    def _handle_failure',
          '    def _report(self, error):\n        lines = traceback.format_exception(type(error), error, error.__traceback__)\n        return "".join(lines)\n\n    def _handle_failure',
        ],
      ],
    },
  },
  {
    name: 'lays a fixed line out over several',
    undoes: null,
    edits: {
      [BACKOFF]: [
        [
          '    delay = min(FIRST_DELAY_SECONDS * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS)\n',
          '    delay = min(\n        LONGEST_DELAY_SECONDS,\n        FIRST_DELAY_SECONDS * 2 ** (attempts - 1),\n    )\n',
        ],
      ],
    },
  },
]
