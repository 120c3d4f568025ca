import { type UserId } from '@veranda/core/ids.ts'
import { sql } from 'kysely'
import { type PersonalData, type PersonalFiles } from '../../platform/personal-data/personal-data.ts'
import { voiceStorageKey } from './pins/voice-notes.ts'

/** Selects the milestones in which a user is one of the two sides. */
const ownMilestones = (userId: UserId) => sql`
  select id from milestones where client_id = ${userId} or creator_id = ${userId}`

/** Selects the pins that a user placed, or sees as a side of the milestone. */
const ownPins = (userId: UserId) => sql`
  select id from pins
  where author_id = ${userId} or (removed_at is null and milestone_id in (${ownMilestones(userId)}))`

/** A user's projects, and the commissions in which they are one of the two sides. */
export const commissionData: readonly PersonalData[] = [
  {
    name: 'projects',
    select: (userId) => sql`
      select p.id, p.title, p.brief, p.skills, p.state, u.name as client, m.role as "yourRole",
        m.joined_at as "joinedAt", m.left_at as "leftAt", m.archived_at as "archivedAt", p.budget_from as "budgetFrom", p.budget_to as "budgetTo",
        p.budget_currency as currency, (select e.data ->> 'reason' from events e
          where e.subject_kind = 'project' and e.subject_id = p.id::text and e.type = 'project.cancelled'
            and p.client_id = ${userId}) as "cancelledBecause",
        (select json_agg(a.asset_id order by a.position) from project_assets a where a.project_id = p.id) as "fileIds",
        p.created_at as "createdAt", p.updated_at as "updatedAt"
      from projects p join users u on u.id = p.client_id
        left join project_members m on m.project_id = p.id and m.user_id = ${userId}
      where p.client_id = ${userId} or (m.user_id is not null and m.left_at is null) order by p.created_at, p.id`,
  },
  {
    name: 'project-proposals',
    select: (userId) => sql`
      select o.id, o.project_id as "projectId", u.name as author, o.author_id = ${userId} as "byYou", o.state,
        o.answer, coalesce(o.declined_by = ${userId}, false) as "declinedByYou",
        (select json_agg(json_build_object('name', cu.name, 'you', c.user_id = ${userId}, 'consentedAt', c.consented_at)
          order by c.user_id)
          from project_proposal_consents c join users cu on cu.id = c.user_id where c.proposal_id = o.id) as asked,
        o.created_at as "createdAt", o.ended_at as "endedAt"
      from project_proposals o join users u on u.id = o.author_id
      where o.author_id = ${userId} or o.declined_by = ${userId} or exists (
        select from project_proposal_consents c where c.proposal_id = o.id and c.user_id = ${userId})
      order by o.created_at, o.id`,
  },
  {
    name: 'commissions',
    select: (userId) => sql`
      select c.id, c.project_id as "projectId", p.title as project,
        case when c.creator_id = ${userId} then 'creator' else 'client' end as "yourSide", u.name as "otherSide",
        c.state, c.message, c.requested_service as "requestedService", ended.data ->> 'by' as "endedBy",
        ended.data ->> 'reason' as "endedBecause", c.expires_at as "expiresAt",
        c.accepted_offer_id as "acceptedOfferId", c.accepted_terms as "acceptedTerms", c.created_at as "createdAt", c.updated_at as "updatedAt"
      from commissions c join projects p on p.id = c.project_id
        left join events ended on c.state in ('declined', 'withdrawn') and ended.subject_kind = 'commission'
          and ended.subject_id = c.id::text and ended.type = 'commission.' || c.state
        join users u on u.id = case when c.creator_id = ${userId} then c.client_id else c.creator_id end
      where c.creator_id = ${userId} or c.client_id = ${userId} order by c.created_at, c.id`,
  },
  {
    name: 'offers',
    select: (userId) => sql`
      select o.id, o.commission_id as "commissionId", o.number, o.by_side as "bySide",
        o.author_id = ${userId} as "byYou", o.content, o.rates, o.reason, o.created_at as "createdAt"
      from offer_versions o join commissions c on c.id = o.commission_id
      where c.creator_id = ${userId} or c.client_id = ${userId} order by o.created_at, o.id`,
  },
  {
    name: 'milestones',
    select: (userId) => sql`
      select m.id, m.commission_id as "commissionId", m.number, m.title, m.description, m.amount, m.currency,
        case when m.creator_id = ${userId} then m.creator_fee else m.client_fee end as "yourFee", m.state,
        m.rounds as "reviewRounds", m.extra_rounds as "addedReviewRounds", m.round, m.limits, m.review_window_days as "reviewWindowDays", m.due_at as "dueAt",
        m.funded_at as "fundedAt", m.extension_due_at as "requestedDueAt", m.extension_reason as "extensionReason",
        m.notice_ends_at as "noticeEndsAt", m.submitted_at as "submittedAt", m.review_ends_at as "reviewEndsAt", m.released_at as "releasedAt",
        (select json_agg(json_build_object('state', h.state, 'at', h.at) order by h.version)
          from milestone_history h where h.milestone_id = m.id) as history, m.created_at as "createdAt"
      from milestones m where m.id in (${ownMilestones(userId)}) order by m.created_at, m.id`,
  },
  {
    name: 'milestone-refunds',
    select: (userId) => sql`
      select f.id, f.milestone_id as "milestoneId", f.price,
        case when m.creator_id = ${userId} then f.creator_fee else f.client_fee end as "yourFee", m.currency, f.reason, f.cause,
        f.requested_at as "requestedAt"
      from milestone_refunds f join milestones m on m.id = f.milestone_id
      where m.id in (${ownMilestones(userId)}) order by f.requested_at, f.id`,
  },
  {
    name: 'settlements',
    select: (userId) => sql`
      select s.id, s.commission_id as "commissionId", s.number, s.by_side as "bySide", s.author_id = ${userId} as "byYou",
        s.state, s.currency, s.ends_commission as "endsCommission", s.reason, s.answer, s.former_id as "formerId",
        (select json_agg(json_build_object('milestoneId', l.milestone_id, 'kind', l.kind, 'release', l.release_price,
          'refund', l.refund_price,
          'yourReleaseFee', case when c.creator_id = ${userId} then l.release_creator_fee else l.release_client_fee end,
          'yourRefundFee', case when c.creator_id = ${userId} then l.refund_creator_fee else l.refund_client_fee end)
          order by l.position)
          from settlement_lines l where l.settlement_id = s.id) as milestones,
        s.created_at as "createdAt", s.expires_at as "expiresAt", s.ended_at as "endedAt"
      from settlements s join commissions c on c.id = s.commission_id
      where c.creator_id = ${userId} or c.client_id = ${userId} order by s.created_at, s.id`,
  },
  {
    name: 'change-orders',
    select: (userId) => sql`
      select o.id, o.commission_id as "commissionId", o.number, o.by_side as "bySide", o.author_id = ${userId} as "byYou",
        o.state, o.before, o.content, o.rates, o.hash, o.reason, o.answer, o.former_id as "formerId",
        (select json_agg(json_build_object('milestoneId', l.milestone_id, 'kind', l.kind) order by l.position)
          from change_order_lines l where l.change_order_id = o.id) as milestones,
        (select json_agg(json_build_object('milestoneId', t.milestone_id, 'state', t.state, 'terms', t.terms,
          'price', t.price, 'clientFee', t.client_fee, 'requestedAt', t.created_at, 'expiresAt', t.expires_at,
          'endedAt', t.ended_at) order by t.created_at)
          from top_ups t where t.change_order_id = o.id) as "topUps",
        o.created_at as "createdAt", o.expires_at as "expiresAt", o.ended_at as "endedAt"
      from change_orders o join commissions c on c.id = o.commission_id
      where c.creator_id = ${userId} or c.client_id = ${userId} order by o.created_at, o.id`,
  },
  {
    name: 'disputes',
    select: (userId) => sql`
      select d.id, d.milestone_id as "milestoneId", d.opener, d.opener_id = ${userId} as "openedByYou", d.state, d.reason,
        d.amount, d.currency, d.wish_release as "askedRelease", d.wish_refund as "askedRefund",
        (select json_agg(json_build_object('side', e.side, 'byYou', e.author_id = ${userId}, 'evidence', e.snapshot,
          'hash', e.hash, 'at', e.created_at) order by e.created_at) from dispute_evidence e where e.dispute_id = d.id) as evidence,
        (select json_agg(json_build_object('bySide', t.by_side, 'byYou', t.author_id = ${userId}, 'release', t.release_price,
          'refund', t.refund_price, 'reason', t.reason, 'state', t.state, 'offeredAt', t.offered_at, 'endedAt', t.ended_at)
          order by t.offered_at) from dispute_terms t where t.dispute_id = d.id) as "offeredTerms",
        (select json_agg(json_build_object('side', x.side, 'fileId', x.asset_id) order by x.side, x.position) from dispute_assets x where x.dispute_id = d.id) as files,
        d.award_release as "awardedRelease", d.award_refund as "awardedRefund", d.decision_reason as "decisionReason",
        d.decision_release as "decidedRelease", d.decision_refund as "decidedRefund", d.decided_at as "decidedAt",
        d.review_until as "reviewUntil", d.review_waived_by as "reviewWaivedBy", d.review_by as "reviewAskedBy",
        d.review_reason as "reviewAskedReason", d.review_asked_at as "reviewAskedAt",
        d.review_decide_by as "reviewDecideBy", d.reviewed_reason as "reviewReason",
        d.opened_at as "openedAt", d.answer_by as "answerBy", d.mediation_ends_at as "mediationEndsAt",
        d.decide_by as "decideBy", d.ended_at as "endedAt"
      from disputes d where d.milestone_id in (${ownMilestones(userId)}) order by d.opened_at, d.id`,
  },
  {
    name: 'milestone-releases',
    select: (userId) => sql`
      select r.id, r.milestone_id as "milestoneId", r.settlement_id as "settlementId", r.dispute_id as "disputeId", r.price,
        case when m.creator_id = ${userId} then r.creator_fee else r.client_fee end as "yourFee", m.currency,
        r.released_at as "releasedAt"
      from milestone_releases r join milestones m on m.id = r.milestone_id
      where m.id in (${ownMilestones(userId)}) order by r.released_at, r.id`,
  },
  {
    name: 'deliverables',
    select: (userId) => sql`
      select d.id, d.milestone_id as "milestoneId", d.number, d.created_by = ${userId} as "byYou", d.notes, d.state,
        (select json_agg(f.file_id order by f.position) from deliverable_files f where f.deliverable_id = d.id)
          as "imageFileIds",
        (select json_agg(a.asset_id order by a.position) from deliverable_assets a where a.deliverable_id = d.id)
          as "fileIds", d.created_at as "createdAt"
      from deliverables d
      where d.milestone_id in (${ownMilestones(userId)}) and (d.state <> 'draft' or d.created_by = ${userId})
      order by d.created_at, d.id`,
  },
  {
    name: 'change-requests',
    select: (userId) => sql`
      select i.id, r.milestone_id as "milestoneId", r.round, i.text, i.pin_id as "pinId", i.message_id as "messageId",
        r.due_at as "dueAt", r.created_at as "createdAt"
      from change_items i join change_rounds r on r.id = i.change_round_id
      where r.milestone_id in (${ownMilestones(userId)}) order by r.created_at, i.position`,
  },
  {
    name: 'pins',
    select: (userId) => sql`
      select p.id, p.milestone_id as "milestoneId", p.number, u.name as author, p.author_id = ${userId} as "byYou",
        p.kind, p.state,
        (select json_agg(json_build_object('deliverableId', x.deliverable_id, 'fileId', x.asset_id, 'part', x.part,
          'position', x.position, 'placedByYou', coalesce(x.placed_by = ${userId}, false)))
          from pin_places x where x.pin_id = p.id) as places,
        p.created_at as "createdAt", p.updated_at as "updatedAt", p.removed_at as "removedAt",
        coalesce(p.removed_by = ${userId}, false) as "removedByYou"
      from pins p join users u on u.id = p.author_id where p.id in (${ownPins(userId)}) order by p.created_at, p.id`,
  },
  {
    name: 'pin-messages',
    select: (userId) => sql`
      select m.id, m.pin_id as "pinId", u.name as author, m.author_id = ${userId} as "byYou", m.text,
        v.message_id is not null as "hasVoiceNote", m.created_at as "createdAt"
      from pin_messages m join users u on u.id = m.author_id left join voice_notes v on v.message_id = m.id
      where m.author_id = ${userId} or m.pin_id in (${ownPins(userId)}) order by m.created_at, m.id`,
  },
]

/** The voice notes that a user recorded, by the ids of their pin messages. */
export const voiceNoteFiles: PersonalFiles = {
  select: (userId) => sql`
    select message_id as id, 'voice note' || case media_type when 'audio/ogg' then '.ogg' else '.webm' end as name, media_type as "mediaType", bytes,
      created_at as "createdAt", sha256
    from voice_notes where author_id = ${userId} order by created_at, message_id`,
  storageKey: voiceStorageKey,
}
