import { route } from '../route.ts'
import type { TicketBody, TicketFiled } from './schemas.ts'

export const fileTicket = route<{ body: TicketBody; reply: TicketFiled }>('POST', '/support')
