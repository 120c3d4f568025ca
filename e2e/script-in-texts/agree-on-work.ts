import { answerWorkConsent, askWorkConsent, listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import type { ApiClient } from '../support/api-client.ts'

/** Asks the client whether a work may be shown to strangers; they agree. */
export async function agreeOnWork(
  maya: ApiClient,
  kenji: ApiClient,
  portfolioId: string,
  projectId: string,
): Promise<void> {
  await kenji.call(askWorkConsent, { params: { id: portfolioId }, body: { projectId } })
  const { items } = await maya.call(listWorkConsents)
  const asked = items.find((consent) => consent.projectId === projectId)
  if (!asked) throw new Error('the client was not asked')
  await maya.call(answerWorkConsent, {
    params: { id: asked.id },
    body: { answer: 'grant', expected: asked.version },
  })
}
