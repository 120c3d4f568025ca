import { route } from '../route.ts'
import type { IdParams, PageQuery } from '../shared-schemas.ts'
import type {
  AdminTicket,
  AnswerTicketBody,
  LinkTicketBody,
  NoteBody,
  ReplyBody,
  SolveTicketBody,
  Ticket,
  TicketBody,
  TicketLinkParams,
  TicketPage,
  TicketReply,
} from './schemas.ts'

export const fileTicket = route<{ body: TicketBody; reply: TicketReply }>('POST', '/support')
/** Lists the tickets that the user filed while signed in, latest change first. */
export const listTickets = route<{ query: PageQuery; reply: TicketPage }>('GET', '/support/tickets')
export const readTicket = route<{ params: IdParams; reply: Ticket }>('GET', '/support/tickets/:id')
export const replyToTicket = route<{ params: IdParams; body: ReplyBody; reply: Ticket }>(
  'POST',
  '/support/tickets/:id/replies',
)

export const readTicketAsAdmin = route<{ params: IdParams; reply: AdminTicket }>('GET', '/admin/tickets/:id')
/** Sends an answer, by mail and in the app. */
export const answerTicket = route<{ params: IdParams; body: AnswerTicketBody; reply: AdminTicket }>(
  'POST',
  '/admin/tickets/:id/answers',
)
/** Adds what the sender wrote by mail. */
export const replyToTicketAsAdmin = route<{ params: IdParams; body: ReplyBody; reply: AdminTicket }>(
  'POST',
  '/admin/tickets/:id/replies',
)
export const solveTicket = route<{ params: IdParams; body: SolveTicketBody; reply: AdminTicket }>(
  'POST',
  '/admin/tickets/:id/solve',
)
/** Adds a note that only admins read. */
export const addNote = route<{ params: IdParams; body: NoteBody; reply: AdminTicket }>(
  'POST',
  '/admin/tickets/:id/notes',
)
/** Links what the ticket is about. */
export const linkTicket = route<{ params: IdParams; body: LinkTicketBody; reply: AdminTicket }>(
  'POST',
  '/admin/tickets/:id/links',
)
export const unlinkTicket = route<{ params: TicketLinkParams; reply: AdminTicket }>(
  'DELETE',
  '/admin/tickets/:id/links/:linkId',
)
