import { IconButton } from '@veranda/ui/icon-button.tsx'
import { useWords } from '../lib/words.ts'

type Props = {
  item: { readonly key: string; readonly name: string; readonly state: string }
  uploads: { readonly retry: (key: string) => void; readonly remove: (key: string) => void }
}

/** What one may do to something on its way: try it again once it failed, and take it away at any time. */
export function UploadActs({ item: { key, name, state }, uploads }: Props) {
  const t = useWords('works')
  return (
    <>
      {state === 'failed' && (
        <IconButton size="small" icon="refresh" label={t('retry', { name })} onClick={() => uploads.retry(key)} />
      )}
      <IconButton size="small" icon="close" label={t('remove', { name })} onClick={() => uploads.remove(key)} />
    </>
  )
}
