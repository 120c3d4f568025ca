import { useLocation } from 'react-router'
import { UndoEmailScreen, VerifyEmailScreen } from './email-change-screens.tsx'
import { NotMeScreen } from './not-me-screen.tsx'
import { PasswordResetScreen } from './password-reset-screens.tsx'
import { RegisterScreen } from './register-screen.tsx'
import { VerifyScreen } from './verify-screen.tsx'

/**
 * The screens of those who have no access yet or any more, which all go on with a link from a mail. They are one entry
 * of the router, because every first load has its entries.
 */
export function NewAccessScreen() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/verify-email')) return <VerifyEmailScreen />
  if (pathname.startsWith('/verify')) return <VerifyScreen />
  if (pathname.startsWith('/undo')) return <UndoEmailScreen />
  if (pathname.startsWith('/not-me')) return <NotMeScreen />
  return pathname.endsWith('-password') ? <PasswordResetScreen /> : <RegisterScreen />
}
