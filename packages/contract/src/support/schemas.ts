import { ticketActions, ticketStates } from '@veranda/core/support/ticket.ts'
import * as z from 'zod/mini'
import { adminReason } from '../admin/schemas.ts'
import { email, id, isoInstant, multilineText, page, text, userSummary } from '../shared-schemas.ts'

/** The longest text of a ticket, a reply, an answer or a note, in UTF-16 units. */
export const maxTicketTextLength = 8000
const ticketText = multilineText(maxTicketTextLength)

export const ticketBody = z.strictObject({ email, message: ticketText })
export type TicketBody = z.infer<typeof ticketBody>
/** `number` is what the user and the team call it. */
export const ticketReply = z.object({ id, number: z.int() })
export type TicketReply = z.infer<typeof ticketReply>

const ticketFacts = {
  id,
  number: z.int(),
  state: z.enum(ticketStates),
  version: z.int(),
  createdAt: isoInstant,
}

/** A ticket as its sender sees it in a list. */
const ticketSummary = z.object({ ...ticketFacts, message: z.string(), changedAt: isoInstant })
export const ticketPage = page(ticketSummary)
export type TicketPage = z.infer<typeof ticketPage>

/** A text that both sides read. An answer and the words with which it is solved are the team's, without a name. */
const ticketMessage = z.object({
  id,
  kind: z.enum(['reply', 'answer', 'solution']),
  text: z.string(),
  at: isoInstant,
})

/** A ticket as its sender reads it. */
export const ticket = z.object({
  ...ticketFacts,
  message: z.string(),
  messages: z.array(ticketMessage),
  actions: z.array(z.enum(ticketActions)),
})
export type Ticket = z.infer<typeof ticket>

export const replyBody = z.strictObject({ text: ticketText })
export type ReplyBody = z.infer<typeof replyBody>

/** A ticket as admins read it, with notes that its sender never gets. */
export const adminTicket = z.object({
  ...ticketFacts,
  email: z.string(),
  language: z.string(),
  /** Null for one who was signed out. */
  sender: z.nullable(userSummary),
  message: z.string(),
  messages: z.array(z.extend(ticketMessage, { author: z.nullable(userSummary) })),
  notes: z.array(z.object({ id, author: userSummary, text: z.string(), at: isoInstant })),
  links: z.array(
    z.object({
      id,
      kind: z.enum(['user', 'project', 'booking', 'commission']),
      objectId: id,
      title: z.string(),
    }),
  ),
  firstAnsweredAt: z.nullable(isoInstant),
  actions: z.array(z.enum(ticketActions)),
})
export type AdminTicket = z.infer<typeof adminTicket>

export const answerTicketBody = z.strictObject({ expected: z.int(), text: ticketText })
export type AnswerTicketBody = z.infer<typeof answerTicketBody>
/** The sender reads the reason. */
export const solveTicketBody = z.strictObject({ expected: z.int(), reason: adminReason })
export type SolveTicketBody = z.infer<typeof solveTicketBody>
export const noteBody = z.strictObject({ text: ticketText })
export type NoteBody = z.infer<typeof noteBody>
/** An address in the app, or the id alone. */
export const linkTicketBody = z.strictObject({ address: text(500) })
export type LinkTicketBody = z.infer<typeof linkTicketBody>
export const ticketLinkParams = z.object({ id, linkId: id })
export type TicketLinkParams = z.infer<typeof ticketLinkParams>
