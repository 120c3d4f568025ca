import { type Session } from '@veranda/contract/accounts/schemas.ts'
import { type Route, type RouteTypes } from '@veranda/contract/route.ts'
import { useState } from 'react'
import { type ArgsOf, call } from '../../../lib/api/call.ts'
import { networkProblem, Problem } from '../../../lib/api/problem.ts'
import { saveSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { useProblemText } from '../../../components/use-problem-text.ts'

type SignInRoute = Route<RouteTypes & { reply: Session }>

/** Returns a function that runs any route replying with a session and stores the session; the layout then redirects. */
export function useSignIn() {
  const t = useTranslations('accounts/sign-in')
  const textOf = useProblemText()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Problem>()

  /** Returns the problem if it was refused. */
  async function run<R extends SignInRoute>(route: R, args: ArgsOf<R>): Promise<Problem | undefined> {
    if (busy) return undefined
    setBusy(true)
    setRefused(undefined)
    try {
      // The arguments were type-checked against this route.
      const loose = call as (route: Route, args: unknown) => Promise<Session>
      saveSession(await loose(route, args))
      return undefined
    } catch (error) {
      const problem = error instanceof Problem ? error : networkProblem()
      setRefused(problem)
      return problem
    } finally {
      setBusy(false)
    }
  }

  const problem = refused && (refused.status === 401 ? t('invalid') : textOf(refused))
  return { run, busy, problem, refused }
}
