import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { useRef, useState } from 'react'
import { type ArgsOf, call } from './call.ts'
import { networkProblem, Problem } from './problem.ts'
import { type CallOptions } from './send.ts'
import { ids } from '../ids.ts'

export type Outcome<T> = { ok: true; reply: T } | { ok: false; problem: Problem }

export type CommandOptions<R extends Route> = {
  /** Reads that this command changes; fetched again on success. */
  invalidates?: readonly Route[]
  /** Sends an Idempotency-Key; after an uncertain outcome the same arguments are sent with the same key. */
  idempotent?: boolean
  onDone?: (reply: ReplyOf<R>) => void
}

type RunArgs<R extends Route> = Record<never, never> extends ArgsOf<R> ? [args?: ArgsOf<R>] : [args: ArgsOf<R>]

export type Command<R extends Route> = {
  /** Never throws: a refusal is a value. A second call while running returns the first promise. */
  run: (...args: RunArgs<R>) => Promise<Outcome<ReplyOf<R>>>
  busy: boolean
  problem: Problem | undefined
  reply: ReplyOf<R> | undefined
  reset: () => void
  /** Forgets an attempt without a reply, which something else repeats, and returns its idempotency key. */
  handOver: () => string | undefined
}

/** Runs one command of the contract and tracks its state. */
export function useCommand<R extends Route>(route: R, options: CommandOptions<R> = {}): Command<R> {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<ReplyOf<R>>>()
  const running = useRef<Promise<Outcome<ReplyOf<R>>>>(undefined)
  const attempt = useRef<Attempt>(undefined)

  async function perform(args: unknown): Promise<Outcome<ReplyOf<R>>> {
    setBusy(true)
    const key = options.idempotent ? (attempt.current = attemptForArgs(args, attempt.current)).key : undefined
    const result = await runCommand<R>(route, args, { idempotencyKey: key })
    if (result.ok || !result.problem.uncertain) attempt.current = undefined
    if (result.ok) {
      if (options.invalidates) {
        // Signed-out screens read nothing, so the query library is not part of their first load.
        const { invalidateReads } = await import('./query.ts')
        await invalidateReads(...options.invalidates)
      }
      options.onDone?.(result.reply)
    }
    running.current = undefined
    setOutcome(result)
    setBusy(false)
    return result
  }

  return {
    run: (...[args]) => (running.current ??= perform(args ?? {})),
    busy,
    problem: outcome && !outcome.ok ? outcome.problem : undefined,
    reply: outcome?.ok ? outcome.reply : undefined,
    reset: () => setOutcome(undefined),
    handOver() {
      const key = attempt.current?.key
      attempt.current = undefined
      setOutcome(undefined)
      return key
    },
  }
}

/** One attempt at a command: the arguments and their idempotency key. */
type Attempt = { key: string; body: string }

function attemptForArgs(args: unknown, previous: Attempt | undefined): Attempt {
  const body = JSON.stringify(args)
  return previous?.body === body ? previous : { key: ids.next(), body }
}

/** Runs a command and returns its outcome as a value; a stopped request is as uncertain as a lost connection. */
export async function runCommand<R extends Route>(
  route: R,
  args: unknown,
  options: CallOptions = {},
): Promise<Outcome<ReplyOf<R>>> {
  // The caller's arguments were checked against this route.
  const untypedCall = call as (route: Route, args: unknown, options: CallOptions) => Promise<ReplyOf<R>>
  try {
    return { ok: true, reply: await untypedCall(route, args, options) }
  } catch (error) {
    return { ok: false, problem: error instanceof Problem ? error : networkProblem() }
  }
}
