import { route } from '../route.ts'
import type { Session } from '../accounts/schemas.ts'
import type { ClockBody, ClockState, DemoPeople, EnterBody, KeptMails } from './schemas.ts'

export const listDemoPeople = route<{ reply: DemoPeople }>('GET', '/sandbox/people')
export const enterAs = route<{ body: EnterBody; reply: Session }>('POST', '/sandbox/enter')
export const readClock = route<{ reply: ClockState }>('GET', '/sandbox/clock')
export const moveClock = route<{ body: ClockBody; reply: ClockState }>('POST', '/sandbox/clock')
export const listMail = route<{ reply: KeptMails }>('GET', '/sandbox/mail')
