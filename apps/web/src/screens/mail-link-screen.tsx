import { useLocation } from 'react-router'
import { PasswordResetScreen } from './password-reset-screens.tsx'
import { UndoEmailScreen, VerifyEmailScreen } from './email-change-screens.tsx'
import { VerifyScreen } from './verify-screen.tsx'

/** The screens of links from a mail, at their own addresses in one entry of the router, which every first load has. */
export function MailLinkScreen() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/verify-email')) return <VerifyEmailScreen />
  if (pathname.startsWith('/verify')) return <VerifyScreen />
  return pathname.startsWith('/undo') ? <UndoEmailScreen /> : <PasswordResetScreen />
}
