import { type Asset } from '@veranda/contract/assets/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { queryCache } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Section } from '../../components/page/section.tsx'
import { type AnchorPoint } from '../../components/viewer/viewer-types.ts'
import { Viewer } from '../../components/viewer/viewer.tsx'
import { useAsset } from '../../components/assets/use-asset.ts'

/** Shows the viewer for `?asset=<id>`, compared with `&previous=<id>`. */
export function ModelViewerSample() {
  const [params] = useSearchParams()
  const id = params.get('asset')
  if (id === null) return null
  return (
    <QueryClientProvider client={queryCache}>
      <AssetViewer id={id} formerId={params.get('previous')} />
    </QueryClientProvider>
  )
}

function AssetViewer({ id, formerId }: { id: string; formerId: string | null }) {
  const t = useTranslations('gallery')
  const asset = useAsset(id)
  const former = useAsset(formerId ?? undefined)
  const [place, setPlace] = useState<AnchorPoint>()
  if (!asset.data?.model || !asset.data.facts) return null
  return (
    <Section title={t('asset')}>
      <Card>
        <Viewer
          id={id}
          name={asset.data.name}
          label={t('asset.later')}
          url={asset.data.model.url}
          thumbnail={asset.data.thumbnail}
          facts={asset.data.facts}
          previousVersions={former.data ? versionsOf(former.data, t('asset.former')) : []}
          onPlacePin={setPlace}
          draftPin={place}
        />
      </Card>
    </Section>
  )
}

function versionsOf({ id, model }: Asset, label: string) {
  return model ? [{ id, label, assetId: id, url: model.url }] : []
}
