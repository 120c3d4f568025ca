import { readCreator } from '@veranda/contract/talent/routes.ts'
import { useState } from 'react'
import { useRead } from '../../../../lib/api/query.ts'
import { useLanguage } from '../../../../lib/i18n/language.ts'
import { useDraft } from '../../../../lib/use-draft.ts'
import { type BriefForm, emptyBrief, fillFromService } from './brief-form.ts'

/** `projectId` is kept when the project was opened but the request failed, so that it is not opened twice. */
type Draft = BriefForm & { projectId: string | null }

/** Returns the name of the draft: each creator and each of their packages has its own, so that no budget is shared. */
export function briefDraftName(creatorParam: string | null, serviceParam: string | null): string {
  return ['new-project', creatorParam, serviceParam].filter((part) => part !== null).join('.')
}

/**
 * Keeps the draft of a new project, with the creator and the service that the address names. A service fills in what
 * has not been written yet; one that is no longer offered is dropped.
 */
export function useBriefDraft(creatorParam: string | null, serviceParam: string | null) {
  const language = useLanguage()
  const draft = useDraft<Draft>(briefDraftName(creatorParam, serviceParam), () => ({
    ...emptyBrief,
    projectId: null,
    creatorId: creatorParam,
    serviceId: serviceParam,
  }))
  const { creatorId, serviceId } = draft.value
  const [adopted, setAdopted] = useState<string | null>(null)
  const named = `${creatorParam} ${serviceParam}`
  if (creatorParam !== null && adopted !== named) {
    setAdopted(named)
    if (creatorId !== creatorParam || serviceId !== serviceParam) {
      draft.prefill({ creatorId: creatorParam, serviceId: serviceParam })
    }
  }
  const creator = useRead(readCreator, { params: { id: creatorId ?? '' } }, { enabled: creatorId !== null }).data
  const service = creator?.services.find(({ id }) => id === serviceId)
  const [filledFrom, setFilledFrom] = useState<string>()
  if (creator && creator.id === creatorId && serviceId !== null && !service) draft.prefill({ serviceId: null })
  if (service && filledFrom !== service.id) {
    setFilledFrom(service.id)
    draft.prefill(fillFromService(draft.value, service, language))
  }
  function startOver() {
    setFilledFrom(undefined)
    draft.startOver()
  }
  return { draft, startOver, creator, service }
}
