import { type SignInReply } from '@veranda/contract/accounts/sign-in/schemas.ts'
import { type Route, type RouteTypes } from '@veranda/contract/route.ts'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ArgsOf, call } from '../../../lib/api/call.ts'
import { networkProblem, Problem } from '../../../lib/api/problem.ts'
import { beginSignIn, saveSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useProblemText } from '../../../components/page/use-problem-text.ts'
import { returnPathFrom } from './return-path.ts'

type SignInRoute = Route<RouteTypes & { reply: SignInReply }>

/**
 * Returns a function that runs any route that signs in, and stores the session; the layout then redirects. Goes to the
 * second step where there is one.
 */
export function useSignIn() {
  const t = useTranslations('accounts/sign-in')
  const textOf = useProblemText()
  const navigate = useNavigate()
  const from = returnPathFrom(useLocation())
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Problem>()

  /** Returns the problem if it was refused. */
  async function run<R extends SignInRoute>(route: R, args: ArgsOf<R>): Promise<Problem | undefined> {
    if (busy) return undefined
    setBusy(true)
    setRefused(undefined)
    beginSignIn()
    try {
      // The arguments were type-checked against this route.
      const loose = call as (route: Route, args: unknown) => Promise<SignInReply>
      const reply = await loose(route, args)
      if ('user' in reply) saveSession(reply)
      else await navigate('/login/second-factor', { state: from && { from } })
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
