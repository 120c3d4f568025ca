import { type ComponentType } from 'react'
import { RegisterScreen } from './register-screen.tsx'

/**
 * Loads the screen at a path of those who have no access yet or any more. They are one entry of the first script, which
 * lists the chunks of all entries; registration comes with it, the others are fetched when they are opened.
 */
export async function loadNewAccessScreen(path: string): Promise<ComponentType> {
  switch (path) {
    case 'verify':
      return (await import('./verify-screen.tsx')).VerifyScreen
    case 'verify-email':
      return (await import('./email-change-screens.tsx')).VerifyEmailScreen
    case 'undo-email':
      return (await import('./email-change-screens.tsx')).UndoEmailScreen
    case 'not-me':
      return (await import('./not-me-screen.tsx')).NotMeScreen
    case 'forgot-password':
    case 'reset-password':
      return (await import('./password-reset-screens.tsx')).PasswordResetScreen
    default:
      return RegisterScreen
  }
}
