import { type AssetSummary } from '@veranda/contract/assets/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { countSharedParts } from '@veranda/core/assets/model-facts.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { modelAssetsOf } from '../pins/pin-view-model.ts'
import { useAsset } from '../../../components/assets/use-asset.ts'

type Props = { milestone: Milestone; assets: readonly AssetSummary[] }

/** Warns about each model of the next version that shares no part with the last version that has a model. */
export function OtherModelWarnings({ milestone, assets }: Props) {
  const former = milestone.deliverables
    .toSorted((a, b) => b.number - a.number)
    .find((version) => modelAssetsOf(version).length > 0)
  const formerModels = modelAssetsOf(former)
  if (!former) return null
  return assets.map(({ id, name, model }) => {
    const counterpart = formerModels.find((one) => one.name === name) ?? formerModels[0]
    if (!model || !counterpart) return null
    return <OtherModelWarning key={id} id={id} name={name} formerId={counterpart.id} formerNumber={former.number} />
  })
}

type WarningProps = { id: string; name: string; formerId: string; formerNumber: number }

function OtherModelWarning({ id, name, formerId, formerNumber }: WarningProps) {
  const t = useTranslations('commissions')
  const later = useAsset(id).data?.facts
  const former = useAsset(formerId).data?.facts
  if (!later || !former) return null
  const { shared, total } = countSharedParts(former.parts, later.parts)
  if (shared > 0 || total === 0) return null
  return (
    <Banner tone="warning" announce title={t('deliver.other-model', { count: total, version: formerNumber })}>
      {t('deliver.other-model.text', { name })}
    </Banner>
  )
}
