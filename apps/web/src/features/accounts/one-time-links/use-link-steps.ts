import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { refreshSession } from '../sessions/refresh-session.ts'
import { useFocusOnChange } from '../sign-in/use-focus-on-change.ts'

type Step = 'press' | 'done' | 'unusable' | 'taken' | 'other-user'

/** Returns the step of a link's page, and how to move on. Opening the page calls nothing. */
export function useLinkSteps(path: string) {
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const [left, setLeft] = useState<{ token: string; for: Step }>()
  // Another link that is opened in this tab changes only the fragment, and begins with its own press.
  const chosen = left && (token === '' || left.token === token) ? left.for : 'press'
  const step: Step = chosen === 'press' && !/^[\w-]{43}$/.test(token) ? 'unusable' : chosen
  useFocusOnChange(step)
  const go = (to: Step) => () => setLeft({ token, for: to })
  const onDone = () => {
    setLeft({ token, for: 'done' })
    // Used up, and not for the history of the browser.
    void navigate(path, { replace: true })
    void refreshSession()
  }
  return {
    step,
    form: { token, onDone, onUnusable: go('unusable'), onTaken: go('taken'), onOtherUser: go('other-user') },
  }
}
