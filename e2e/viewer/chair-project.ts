import {
  addDeliverable,
  listProjects,
  readProject,
  submitMilestone,
  withdrawSubmission,
} from '@veranda/contract/commissions/routes.ts'
import type { Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import type { Milestone } from '@veranda/contract/commissions/schemas.ts'
import type { Work } from '@veranda/contract/works/schemas.ts'
import type { Caller } from '../support/person.ts'

/** The reading chair of the demo world from its creator's side: its second milestone has a version before the client. */
export async function chairProject(kenji: Caller) {
  const { items } = await kenji.call(listProjects, { query: { q: 'Reading chair' } })
  const projectId = items[0]?.id ?? ''
  const milestone = async (): Promise<Milestone> => {
    const project = await kenji.call(readProject, { params: { id: projectId } })
    const found = project.commissions.flatMap(({ milestones }) => milestones).find(({ number }) => number === 2)
    if (!found) throw new Error('the chair has no second milestone')
    return found
  }
  return {
    projectId,
    milestone,
    /** Puts another version, made of one work, before the client in place of the one that is there. */
    async deliver(work: Work): Promise<Deliverable> {
      const before = await milestone()
      const params = { id: before.id }
      if (before.state === 'submitted') {
        await kenji.call(withdrawSubmission, { params, body: { expected: before.version } })
      }
      const body = { notes: `The chair as ${work.name}`, fileIds: [], works: [work.id] }
      const added = await kenji.call(addDeliverable, { params, body })
      const version = added.deliverables.toSorted((a, b) => b.number - a.number)[0]
      if (!version) throw new Error('the version was not kept')
      await kenji.call(submitMilestone, {
        params,
        body: { deliverableId: version.id, hash: version.hash, expected: added.version },
      })
      return version
    },
  }
}
