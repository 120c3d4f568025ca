import { type Session } from '@veranda/contract/accounts/schemas.ts'
import { type Route, type Shapes } from '@veranda/contract/route.ts'
import { useState } from 'react'
import { type ArgsOf, call } from '../lib/call.ts'
import { networkProblem, Problem } from '../lib/problem.ts'
import { keepSession } from '../lib/session.ts'
import { useWords } from '../lib/words.ts'
import { useProblemText } from '../parts/problem-text.ts'

type SignInRoute = Route<Shapes & { reply: Session }>

/** Any of the calls that answer a session; keeps it, upon which the layout leads on. */
export function useSignIn() {
  const t = useWords('auth')
  const textOf = useProblemText()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Problem>()

  async function run<R extends SignInRoute>(route: R, args: ArgsOf<R>): Promise<void> {
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    try {
      // The caller's arguments were checked against this very route.
      const loose = call as (route: Route, args: unknown) => Promise<Session>
      keepSession(await loose(route, args))
    } catch (error) {
      setRefused(error instanceof Problem ? error : networkProblem())
    } finally {
      setBusy(false)
    }
  }

  const problem = refused && (refused.status === 401 ? t('invalid') : textOf(refused))
  return { run, busy, problem, refused }
}
