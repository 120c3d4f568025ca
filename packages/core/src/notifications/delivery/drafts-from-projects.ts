import { type CommissionEvent, type ProjectFacts } from '../../commissions/events.ts'
import { type UserId } from '../../ids.ts'
import { type Priority } from '../types.ts'
import { type NotificationDraft, withReason } from './notification-draft.ts'

type ProjectEvent = CommissionEvent<
  | 'project.activated'
  | 'project.completed'
  | 'project.cancelled'
  | 'project-proposal.made'
  | 'project-proposal.consented'
  | 'project-proposal.declined'
  | 'project-proposal.withdrawn'
>

/** Drafts the notifications of a project for its members, and of a proposal to complete it for those whom it concerns. */
export function projectDrafts(event: ProjectEvent): NotificationDraft[] {
  switch (event.type) {
    case 'project.activated': {
      const { projectId, clientId, startedWith } = event.data
      // The payment that starts the project notifies the client and the creator.
      const to = { membersOf: projectId, kind: 'project' as const, except: [clientId, startedWith] }
      return [projectDraft(event.type, event.data, to)]
    }
    case 'project.completed':
    case 'project.cancelled':
      return [projectDraft(event.type, event.data, { membersOf: event.data.projectId, kind: 'project' })]
    case 'project-proposal.made':
      return event.data.waitingFor.map((userId) => memberDraft(event, userId, 'high'))
    case 'project-proposal.consented':
      return [memberDraft(event, event.data.authorId, 'medium')]
    case 'project-proposal.declined':
      return [withReason(memberDraft(event, event.data.authorId, 'medium'), event.data.reason)]
    case 'project-proposal.withdrawn':
      return event.data.waitingFor.map((userId) => memberDraft(event, userId, 'medium'))
  }
}

function memberDraft({ type, data }: ProjectEvent, user: UserId, priority: Priority): NotificationDraft {
  const role = user === data.clientId ? 'client' : 'creator'
  return { ...projectDraft(type, data, { user, role }), priority }
}

function projectDraft(key: string, { projectId, title }: ProjectFacts, to: NotificationDraft['to']): NotificationDraft {
  return {
    to,
    type: 'project',
    eventName: 'notification',
    priority: 'medium',
    mandatory: null,
    key,
    params: { title },
    data: { projectId, actionUrl: `/projects/${projectId}` },
  }
}
