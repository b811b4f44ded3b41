import { type Connection, type ConnectionOptions, createConnection, type Send } from './connection.ts'

/** The server works on one command of a connection at a time: a slow query holds up only those that share its connection. */
const MAX_CONNECTIONS = 4

const LEAVING = 'repobrain:leaving'

export interface ConnectionPool {
  /** As `Connection.send`, on the least busy connection; more are opened only while all are busy. */
  readonly send: Send
  /** Opens one connection for a caller who needs the server to remember something between commands. */
  dedicated<Result>(use: (connection: Connection) => Promise<Result>): Promise<Result>
  /** One that stays, for commands that must not wait behind queries; closed with the pool. */
  open(): Connection
  /** Closes all connections; `stopServer` also stops the server unless another process is connected to it. */
  close(how: { stopServer: boolean }): Promise<void>
}

interface Lane {
  readonly connection: Connection
  busy: number
}

export function createConnectionPool(options: Omit<ConnectionOptions, 'name'>): ConnectionPool {
  const open = () => createConnection({ ...options, name: `repobrain:${process.pid}` })
  const lanes: Lane[] = []
  const apart: Connection[] = []

  const pickLane = () => {
    const [least] = lanes.toSorted((a, b) => a.busy - b.busy)
    if (least !== undefined && (least.busy === 0 || lanes.length >= MAX_CONNECTIONS)) return least
    const lane: Lane = { connection: open(), busy: 0 }
    lanes.push(lane)
    return lane
  }

  return {
    send: async (command) => {
      const lane = pickLane()
      lane.busy++
      try {
        return await lane.connection.send(command)
      } finally {
        lane.busy--
      }
    },
    dedicated: async (use) => {
      const connection = open()
      try {
        return await use(connection)
      } finally {
        connection.close()
      }
    },
    open: () => {
      const connection = open()
      apart.push(connection)
      return connection
    },
    close: async ({ stopServer }) => {
      const all = [...apart, ...lanes.map(({ connection }) => connection)]
      if (stopServer) await stopUnlessShared(options, all).catch(() => undefined)
      for (const connection of all) connection.close()
    },
  }
}

/**
 * Every connection says that it leaves before anyone looks around, so of several processes that leave at once the last to say
 * so sees only leaving ones. One that joins in that moment finds the server gone, and starts it again.
 */
async function stopUnlessShared(
  options: Omit<ConnectionOptions, 'name'>,
  connections: readonly Connection[],
): Promise<void> {
  await Promise.allSettled(connections.map((connection) => connection.sendOnce(['CLIENT', 'SETNAME', LEAVING])))
  // A connection that broke says nothing of the server, which may have been started again: ask on a new one.
  const revive = () => Promise.reject(new Error('the server is gone already'))
  const last = createConnection({ ...options, name: LEAVING, revive })
  try {
    const clients = String(await last.send(['CLIENT', 'LIST']))
    const names = clients.trim().split('\n')
    if (names.every((client) => client.includes(` name=${LEAVING} `))) await last.sendOnce(['SHUTDOWN'])
  } finally {
    last.close()
  }
}
