import { type ReplyOf, type Route } from '@veranda/contract/route.ts'
import { useRef, useState } from 'react'
import { type ArgsOf, call, type CallOptions } from './call.ts'
import { networkProblem, Problem } from './problem.ts'
import { refresh } from './query.ts'
import { uuidv7 } from './uuid.ts'

export type Outcome<T> = { ok: true; reply: T } | { ok: false; problem: Problem }

export type CommandOptions<R extends Route> = {
  /** Reads that this changes: fetched again once it succeeded. */
  touches?: readonly Route[]
  /** Sends an Idempotency-Key; after an unclear end the same arguments go out under the same key. */
  idempotent?: boolean
  onDone?: (reply: ReplyOf<R>) => void
}

type RunArgs<R extends Route> = Record<never, never> extends ArgsOf<R> ? [args?: ArgsOf<R>] : [args: ArgsOf<R>]

export type Command<R extends Route> = {
  /** Never throws: a refusal is a value. A second press while it runs answers the first. */
  run: (...args: RunArgs<R>) => Promise<Outcome<ReplyOf<R>>>
  busy: boolean
  problem: Problem | undefined
  reply: ReplyOf<R> | undefined
  reset: () => void
}

/** One command of the contract, with where it stands. */
export function useCommand<R extends Route>(route: R, options: CommandOptions<R> = {}): Command<R> {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<ReplyOf<R>>>()
  const running = useRef<Promise<Outcome<ReplyOf<R>>>>(undefined)
  const attempt = useRef<Attempt>(undefined)

  async function perform(args: unknown): Promise<Outcome<ReplyOf<R>>> {
    setBusy(true)
    const key = options.idempotent ? (attempt.current = attemptFor(args, attempt.current)).key : undefined
    const done = await outcomeOf<R>(route, args, { idempotencyKey: key })
    if (done.ok || !done.problem.uncertain) attempt.current = undefined
    if (done.ok) {
      await refresh(...(options.touches ?? []))
      options.onDone?.(done.reply)
    }
    running.current = undefined
    setOutcome(done)
    setBusy(false)
    return done
  }

  return {
    run: (...[args]) => (running.current ??= perform(args ?? {})),
    busy,
    problem: outcome && !outcome.ok ? outcome.problem : undefined,
    reply: outcome?.ok ? outcome.reply : undefined,
    reset: () => setOutcome(undefined),
  }
}

/** One attempt to make a command take effect: the arguments and the key they go out under. */
type Attempt = { key: string; body: string }

function attemptFor(args: unknown, former: Attempt | undefined): Attempt {
  const body = JSON.stringify(args)
  return former?.body === body ? former : { key: uuidv7(), body }
}

/** Performs a call and answers its end as a value; what a person stopped is as unclear as a cut connection. */
export async function outcomeOf<R extends Route>(
  route: R,
  args: unknown,
  options: CallOptions = {},
): Promise<Outcome<ReplyOf<R>>> {
  // The caller's arguments were checked against this very route.
  const loose = call as (route: Route, args: unknown, options: CallOptions) => Promise<ReplyOf<R>>
  try {
    return { ok: true, reply: await loose(route, args, options) }
  } catch (error) {
    return { ok: false, problem: error instanceof Problem ? error : networkProblem() }
  }
}
