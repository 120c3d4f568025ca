import {
  addDeliverable,
  listProjects,
  readProject,
  submitMilestone,
  withdrawSubmission,
} from '@veranda/contract/commissions/routes.ts'
import type { Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import type { Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import type { Asset } from '@veranda/contract/assets/schemas.ts'
import type { ApiClient } from './api-client.ts'

/** Reads the demo world's reading chair as its creator: its second milestone has a submitted version. */
export async function readingChairProject(kenji: ApiClient) {
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
    /** Submits another version with one asset, and withdraws the current submission if there is one. */
    async deliver(asset: Asset): Promise<Deliverable> {
      const current = await milestone()
      const params = { id: current.id }
      if (current.state === 'submitted') {
        await kenji.call(withdrawSubmission, { params, body: { expected: current.version } })
      }
      const body = { notes: `The chair as ${asset.name}`, fileIds: [], assetIds: [asset.id] }
      const added = await kenji.call(addDeliverable, { params, body })
      const version = added.deliverables.toSorted((a, b) => b.number - a.number)[0]
      if (!version) throw new Error('the version was not saved')
      await kenji.call(submitMilestone, {
        params,
        body: { deliverableId: version.id, hash: version.hash, expected: added.version },
      })
      return version
    },
  }
}
