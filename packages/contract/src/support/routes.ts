import { route } from '../route.ts'
import type { TicketBody, TicketReply } from './schemas.ts'

export const fileTicket = route<{ body: TicketBody; reply: TicketReply }>('POST', '/support')
