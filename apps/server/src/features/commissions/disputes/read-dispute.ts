import { type AdminDispute, type Dispute } from '@veranda/contract/commissions/disputes/schemas.ts'
import { adminActionsOn } from '@veranda/core/commissions/disputes/pending-decision.ts'
import { disputeActionsFor } from '@veranda/core/commissions/disputes/dispute.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { offerableActions } from '@veranda/core/payments/payments-off.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Party } from '@veranda/core/state-machine.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { readAdminIds } from '../../../platform/access/admins.ts'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { type Tables } from '../../../platform/db/tables.ts'
import { jsonEpochMs } from '../json-timestamp.ts'
import { readCaseFile } from './case-file.ts'
import { type EvidenceSnapshot } from './evidence.ts'

type DisputeRow = Selectable<Tables['disputes']> & {
  project_id: string
  title: string
  project: string
  client: UserSummaryRow
  creator: UserSummaryRow
  decider: UserSummaryRow | null
  reviewer: UserSummaryRow | null
  confirmer: UserSummaryRow | null
  proposer: UserSummaryRow | null
  price: number
  client_fee: number
  creator_fee: number
  allocated_price: number
  allocated_client_fee: number
  allocated_creator_fee: number
  evidence: { side: 'client' | 'creator'; author: UserSummaryRow; at: Instant; hash: string; snapshot: string }[]
  terms: {
    id: string
    by: 'client' | 'creator'
    release: number
    refund: number
    reason: string
    state: Dispute['terms'][number]['state']
    offeredAt: Instant
    endedAt: Instant | null
  }[]
}

/** Reads a dispute as one of its two sides. Refuses dispute.not-found to everyone else. */
export async function readDispute({ tx, actor, deps }: QueryContext, id: string): Promise<Result<Dispute>> {
  const row = await findDispute(tx, sql`d.id = ${id} and ${actor.id} in (m.client_id, m.creator_id)`)
  if (!row) return refuse('dispute.not-found', 'not-found')
  const viewerRole = row.client.id === actor.id ? 'client' : 'creator'
  const fields = await toDisputeFields(tx, row, viewerRole)
  return ok({ ...fields, viewerRole, actions: offerableActions(fields.actions, deps.env.payments) })
}

/** Reads a dispute as an admin, with every ledger entry about its milestone. Refuses dispute.not-found. */
export async function readDisputeAsAdmin(
  { tx, actor }: Pick<QueryContext, 'tx' | 'actor'>,
  id: string,
): Promise<Result<AdminDispute>> {
  const row = await findDispute(tx, sql`d.id = ${id}`)
  if (!row) return refuse('dispute.not-found', 'not-found')
  const { rows: entries } = await sql<Omit<AdminDispute['entries'][number], 'at'> & { at: Instant }>`
    select x.id as "transactionId", x.kind, x.at, p.account, p.debit, p.credit
    from ledger_transactions x join ledger_entries p on p.transaction_id = x.id
    where x.milestone_id = ${row.milestone_id} order by x.at, x.id, p.line`.execute(tx)
  const fields = await toDisputeFields(tx, row, 'admin')
  return ok({
    ...fields,
    actions: adminActionsOn(stepFactsOf(row), asId<UserId>(actor.id)),
    decidedBy: row.decider && toUserSummaryDto(row.decider),
    confirmedBy: row.confirmer && toUserSummaryDto(row.confirmer),
    reviewedBy: row.reviewer && toUserSummaryDto(row.reviewer),
    pending: toPendingDto(row),
    hasSecondAdmin: await hasSecondAdmin(tx, row),
    entries: entries.map((entry) => ({ ...entry, at: toIso(entry.at) })),
  })
}

/** Returns whether someone else than the admin who decides could decide a review; the two sides cannot. */
async function hasSecondAdmin(tx: QueryContext['tx'], row: DisputeRow) {
  const { decided_by: decider, decision_confirmed_by: confirmer, client, creator } = row
  const admins = await readAdminIds(tx, 'decide-disputes')
  const others = admins.filter((id) => ![decider, confirmer, client.id, creator.id].includes(id))
  return others.length > (decider === null ? 1 : 0)
}

async function findDispute(tx: QueryContext['tx'], wanted: RawBuilder<unknown>): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select d.*, m.project_id, m.title, pr.title as project, ${userJson('cl')} as client, ${userJson('cr')} as creator,
      case when ad.id is not null then ${userJson('ad')} end as decider,
      case when rv.id is not null then ${userJson('rv')} end as reviewer,
      case when cf.id is not null then ${userJson('cf')} end as confirmer,
      case when pp.id is not null then ${userJson('pp')} end as proposer,
      m.amount as price, m.client_fee, m.creator_fee, m.allocated_price, m.allocated_client_fee, m.allocated_creator_fee, (
        select coalesce(json_agg(json_build_object('side', e.side, 'author', ${userJson('eu')}, 'at', ${jsonEpochMs('e.created_at')},
          'hash', e.hash, 'snapshot', e.snapshot) order by e.created_at), '[]')
        from dispute_evidence e join users eu on eu.id = e.author_id where e.dispute_id = d.id
      ) as evidence, (
        select coalesce(json_agg(json_build_object('id', t.id, 'by', t.by_side, 'release', t.release_price,
          'refund', t.refund_price, 'reason', t.reason, 'state', t.state, 'offeredAt', ${jsonEpochMs('t.offered_at')},
          'endedAt', ${jsonEpochMs('t.ended_at')}) order by t.offered_at desc, t.id desc), '[]')
        from dispute_terms t where t.dispute_id = d.id
      ) as terms
    from disputes d
    join milestones m on m.id = d.milestone_id
    join projects pr on pr.id = m.project_id
    join users cl on cl.id = m.client_id
    join users cr on cr.id = m.creator_id
    left join users ad on ad.id = d.decided_by
    left join users rv on rv.id = d.reviewed_by
    left join users cf on cf.id = d.decision_confirmed_by
    left join users pp on pp.id = d.pending_by
    where ${wanted}`.execute(tx)
  return rows[0]
}

async function toDisputeFields(
  tx: QueryContext['tx'],
  row: DisputeRow,
  viewer: Party,
): Promise<Omit<Dispute, 'viewerRole'>> {
  const { id, state, version, opener, reason, currency, evidence, award_release: release, award_refund: refund } = row
  const isAnswered = evidence.some(({ side }) => side !== opener)
  return {
    id,
    state,
    version,
    milestoneId: row.milestone_id,
    commissionId: row.commission_id,
    projectId: row.project_id,
    title: row.title,
    project: row.project,
    client: toUserSummaryDto(row.client),
    creator: toUserSummaryDto(row.creator),
    opener,
    reason,
    amount: { amount: row.amount, currency },
    wish: { release: row.wish_release, refund: row.wish_refund },
    agreed: { price: row.price, clientFee: row.client_fee, creatorFee: row.creator_fee },
    allocated: {
      price: row.allocated_price,
      clientFee: row.allocated_client_fee,
      creatorFee: row.allocated_creator_fee,
    },
    openedAt: toIso(row.opened_at),
    answerBy: toIso(row.answer_by),
    mediationEndsAt: toIso(row.mediation_ends_at),
    decideBy: toIso(row.decide_by),
    endedAt: row.ended_at === null ? null : toIso(row.ended_at),
    isAnswered,
    evidence: evidence.map(({ side, author, at, hash, snapshot }) => {
      // Written by `freezeEvidence` and never changed since.
      const { files, ...frozen } = JSON.parse(snapshot) as EvidenceSnapshot
      const shown = files.map(({ sha256: _inHash, ...file }) => file)
      return { side, author: toUserSummaryDto(author), at: toIso(at), hash, ...frozen, files: shown }
    }),
    terms: row.terms.map(({ release: toCreator, refund: toClient, offeredAt, endedAt, ...terms }) => ({
      ...terms,
      shares: { release: toCreator, refund: toClient },
      offeredAt: toIso(offeredAt),
      endedAt: endedAt === null ? null : toIso(endedAt),
    })),
    award: release === null || refund === null ? null : { release, refund },
    decision: toDecisionDto(row),
    review: toReviewDto(row),
    caseFile: await readCaseFile(tx, row.milestone_id),
    actions: disputeActionsFor(stepFactsOf(row), viewer),
  }
}

/** Returns the facts of which the steps that a viewer may take depend. */
function stepFactsOf(row: DisputeRow) {
  const { state, opener, evidence, decided_by: by, decision_confirmed_by: confirmedBy, pending_by: pendingBy } = row
  return {
    state,
    opener,
    isAnswered: evidence.some(({ side }) => side !== opener),
    terms: row.terms.find((one) => one.state === 'open') ?? null,
    decision:
      by === null
        ? null
        : {
            by: asId<UserId>(by),
            confirmedBy: confirmedBy === null ? null : asId<UserId>(confirmedBy),
            waivedBy: row.review_waived_by,
          },
    pending: pendingBy === null ? null : { by: asId<UserId>(pendingBy) },
  }
}

function toPendingDto(row: DisputeRow): AdminDispute['pending'] {
  const { proposer, pending_release: release, pending_refund: refund, pending_at: at, pending_expires_at: ends } = row
  if (proposer === null || release === null || refund === null || at === null || ends === null) return null
  const times = { at: toIso(at), expiresAt: toIso(ends) }
  return { by: toUserSummaryDto(proposer), shares: { release, refund }, reason: row.pending_reason, ...times }
}

function toDecisionDto(row: DisputeRow): Dispute['decision'] {
  const { decision_release: release, decision_refund: refund, decided_at: at, review_until: until } = row
  if (release === null || refund === null || at === null || until === null) return null
  const times = { at: toIso(at), reviewUntil: toIso(until) }
  return { shares: { release, refund }, reason: row.decision_reason, ...times, waivedBy: row.review_waived_by }
}

function toReviewDto(row: DisputeRow): Dispute['review'] {
  const { review_by: by, review_asked_at: askedAt, review_decide_by: decideBy } = row
  if (by === null || askedAt === null || decideBy === null) return null
  const outcome = row.reviewed_by === null ? null : { reason: row.reviewed_reason }
  return { by, reason: row.review_reason, askedAt: toIso(askedAt), decideBy: toIso(decideBy), outcome }
}

/** Selects the disputes of milestone `m` as JSON, latest first. */
export const disputesJson = sql`(
  select coalesce(json_agg(json_build_object('id', d.id, 'state', d.state, 'amount', d.amount,
    'openedAt', ${jsonEpochMs('d.opened_at')}, 'takesEffectAt', case d.state when 'reviewable' then ${jsonEpochMs('d.review_until')}
      when 'reviewing' then ${jsonEpochMs('d.review_decide_by')} end, 'endedAt', ${jsonEpochMs('d.ended_at')}) order by d.opened_at desc, d.id), '[]')
  from disputes d where d.milestone_id = m.id
)`
export type DisputeSummaryRow = {
  id: string
  state: Dispute['state']
  amount: number
  openedAt: Instant
  /** When the decision takes effect at the latest; null without one that has not. */
  takesEffectAt: Instant | null
  endedAt: Instant | null
}
