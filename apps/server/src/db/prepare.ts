import { createHash } from 'node:crypto'
import { type Duplex } from 'node:stream'
import { type PoolClient } from 'pg'

/** More different texts than this are not worth keeping on every connection; they run unprepared. */
const kept = 400

const names = new Map<string, string>()

/** The name under which every connection keeps the statement of this text; undefined when there are too many. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= kept) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}

/** What `begin` answers. */
const begun = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }

/**
 * Makes a connection prepare each statement the first time it meets its text, so that Postgres parses and plans it once
 * and not at every call. Kysely's texts are the same for the same query, so the number of them is small. Statements
 * without parameters (commit, DDL) are left as they are. `begin` waits for the first statement of its transaction and
 * goes with it in one write: the connection is a pipeline, so Postgres runs the one before the other.
 */
export function prepareStatements(client: PoolClient): void {
  const plain = client.query.bind(client)
  // The socket, which pg's own types leave out.
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  let held = false

  const send = (args: unknown[]): unknown => {
    const [text, values] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || args.length > 2) {
      return Reflect.apply(plain, undefined, args)
    }
    const name = statementName(text)
    return Reflect.apply(plain, undefined, [name === undefined ? { text, values } : { name, text, values }])
  }

  const prepared = (...args: unknown[]): unknown => {
    if (args[0] === 'begin' && typeof args.at(-1) !== 'function' && !held) {
      held = true
      return Promise.resolve(begun)
    }
    if (!held) return send(args)
    held = false
    stream.cork()
    // It fails only with the connection, and then so does what follows.
    plain('begin').catch(() => undefined)
    const answer = send(args)
    stream.uncork()
    return answer
  }
  // pg's own typing of query is a dozen overloads; the calls are handed on as they came.
  client.query = prepared as typeof client.query
}
