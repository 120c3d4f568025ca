import { lookUpKinds } from '@veranda/core/admin/look-ups.ts'
import { adminQueues } from '@veranda/core/admin/admin-queues.ts'
import { adminRoles } from '@veranda/core/admin/admin-roles.ts'
import { bookingStates } from '@veranda/core/bookings/booking-states.ts'
import { milestoneStates } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { suspensionActions } from '@veranda/core/admin/suspension.ts'
import { projectStates } from '@veranda/core/commissions/projects/project-states.ts'
import { ownedAccounts } from '@veranda/core/ledger/chart-of-accounts.ts'
import * as z from 'zod/mini'
import { adminEntry } from '../../payments/refunds/schemas.ts'
import { currency, id, isoInstant, language, money, page, pageQuery, text, userSummary } from '../../shared-schemas.ts'

/** An address of a mailbox, a handle with or without @, or an id, also within the address of a page. */
export const lookUpQuery = z.object({ q: text(500), kind: z.optional(z.enum(lookUpKinds)) })
export type LookUpQuery = z.infer<typeof lookUpQuery>
export const lookUpResults = z.object({
  items: z.array(
    z.object({
      kind: z.enum(lookUpKinds),
      id,
      title: z.string(),
      /** An address or a handle, or the names of both sides. */
      detail: z.string(),
    }),
  ),
})
export type LookUpResults = z.infer<typeof lookUpResults>

/** The balance of an account of the ledger, on the side on which it grows. */
const accountBalance = z.object({ account: z.string(), money })

const workOfUser = z.object({
  id,
  title: z.string(),
  side: z.enum(['client', 'creator']),
  at: isoInstant,
})

/** A user as admins look them up: nothing that they wrote, and nothing that proves who they are. */
export const lookedUpUser = z.object({
  user: userSummary,
  email: z.nullable(z.string()),
  handle: z.nullable(z.string()),
  role: z.enum(['client', 'creator', 'admin']),
  adminRoles: z.array(z.enum(adminRoles)),
  language: language,
  timeZone: z.string(),
  createdAt: isoInstant,
  lastSignInAt: z.nullable(isoInstant),
  closedAt: z.nullable(isoInstant),
  deletionAt: z.nullable(isoInstant),
  /** Null for a user who is not suspended. */
  suspension: z.nullable(z.object({ at: isoInstant, until: z.nullable(isoInstant), reason: z.string() })),
  /** The steps that the admin can take with the user now. */
  actions: z.array(z.enum(suspensionActions)),
  /** True if a sign-in by password asks for a second step. */
  hasSecondFactor: z.boolean(),
  deviceCount: z.int(),
  /** The latest of each; null for an admin whose roles have no need of work and money. */
  work: z.nullable(
    z.object({
      balances: z.array(accountBalance),
      projects: z.array(z.extend(workOfUser, { state: z.enum(projectStates) })),
      bookings: z.array(z.extend(workOfUser, { state: z.enum(bookingStates) })),
    }),
  ),
})
export type LookedUpUser = z.infer<typeof lookedUpUser>

const bookingOfProject = z.object({ id, title: z.string(), state: z.enum(bookingStates), startsAt: isoInstant })

/** A project as admins look it up: its members, and what of its money is where. */
export const lookedUpProject = z.object({
  id,
  title: z.string(),
  state: z.enum(projectStates),
  createdAt: isoInstant,
  updatedAt: isoInstant,
  members: z.array(z.object({ user: userSummary, role: z.enum(['client', 'creator', 'invited']) })),
  milestones: z.array(
    z.object({
      id,
      title: z.string(),
      state: z.enum(milestoneStates),
      creator: userSummary,
      price: money,
      /** The part of the price that is in escrow, also while it is disputed or frozen. */
      held: money,
    }),
  ),
  bookings: z.array(bookingOfProject),
})
export type LookedUpProject = z.infer<typeof lookedUpProject>

/** A case of a queue about the same money. */
const relatedCase = z.object({ queue: z.enum(adminQueues), id, state: z.string(), money })

/** The money of a milestone or booking: its charges, what is on which account, and every entry. */
export const lookedUpMoney = z.object({
  kind: z.enum(['milestone', 'booking']),
  id,
  title: z.string(),
  state: z.enum([...milestoneStates, ...bookingStates]),
  client: userSummary,
  creator: userSummary,
  project: z.nullable(z.object({ id, title: z.string() })),
  /** The due date of a milestone, the start of a booking. */
  at: isoInstant,
  /** Null for a free booking. */
  price: z.nullable(money),
  charges: z.array(z.object({ id, state: z.string(), money, methodLast4: z.nullable(z.string()), at: isoInstant })),
  /** Of the queues that the admin may see. */
  cases: z.array(relatedCase),
  balances: z.array(accountBalance),
  entries: z.array(adminEntry),
})
export type LookedUpMoney = z.infer<typeof lookedUpMoney>

const ownedAccount = z
  .string()
  .check(z.regex(new RegExp(`^(?:${Object.keys(ownedAccounts).join('|')}):[0-9a-f-]{36}$`)))
export const lookUpEntriesQuery = z.extend(pageQuery, { account: ownedAccount, currency })
export type LookUpEntriesQuery = z.infer<typeof lookUpEntriesQuery>
/** Ledger entries of one account, latest first. */
export const lookedUpEntries = z.extend(
  page(
    z.extend(adminEntry, {
      line: z.int(),
      /** The milestone or booking that the transaction is about; null for one about neither. */
      subject: z.nullable(z.object({ kind: z.enum(['milestone', 'booking']), id, title: z.string() })),
    }),
  ),
  { balance: money },
)
export type LookedUpEntries = z.infer<typeof lookedUpEntries>
