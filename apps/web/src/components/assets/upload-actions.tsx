import { IconButton } from '@veranda/ui/icon-button.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'

type Props = {
  item: { readonly key: string; readonly name: string; readonly state: string }
  uploads: { readonly retry: (key: string) => void; readonly remove: (key: string) => void }
}

/** Shows the actions of an upload: retry after a failure, and remove at any time. */
export function UploadActions({ item: { key, name, state }, uploads }: Props) {
  const t = useTranslations('assets')
  return (
    <>
      {state === 'failed' && (
        <IconButton size="small" icon="refresh" label={t('retry', { name })} onClick={() => uploads.retry(key)} />
      )}
      <IconButton size="small" icon="close" label={t('remove', { name })} onClick={() => uploads.remove(key)} />
    </>
  )
}
