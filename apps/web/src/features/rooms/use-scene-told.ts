import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { preview } from '@veranda/core/text.ts'
import { useRead } from '../../lib/query.ts'
import { behind, type SceneNow, type ScenePanel } from './scene-now.ts'

const most = 20
const previewed = 120

/** What one was told lately and has not read, as a panel. */
export function useSceneTold(scene: SceneNow, open: boolean): () => ScenePanel {
  const { t, format } = scene
  const { data } = useRead(listNotifications, { query: { read: 'false', limit: most } }, { enabled: open, fresh: 0 })
  return () => {
    const items = data?.items ?? []
    const rows = items.map(({ _id, title, message, createdAt }) => ({
      id: _id,
      text: title,
      detail: `${preview(message, previewed)} · ${format.relative(createdAt)}`,
    }))
    const none = items.length === 0 ? { lead: t(data ? 'scene.told.none' : 'loading') } : {}
    return behind(scene, { id: 'told', title: t('scene.told'), rows, ...none })
  }
}
