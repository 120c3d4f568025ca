import { route } from '../route.ts'
import type { Session } from '../accounts/sessions/schemas.ts'
import type { ClockBody, ClockState, DemoUsers, DemoSignInBody, SandboxMails } from './schemas.ts'

export const listDemoUsers = route<{ reply: DemoUsers }>('GET', '/sandbox/users')
export const signInAsDemoUser = route<{ body: DemoSignInBody; reply: Session }>('POST', '/sandbox/sign-in')
export const moveClock = route<{ body: ClockBody; reply: ClockState }>('POST', '/sandbox/clock')
export const listSandboxMail = route<{ reply: SandboxMails }>('GET', '/sandbox/mail')
