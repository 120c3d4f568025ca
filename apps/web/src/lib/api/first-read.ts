import { queryCache } from './query.ts'

/**
 * Takes over the read that the server put into the document of a public page, so that the page is drawn without asking
 * again. Does nothing on any other document, and nothing the second time.
 */
export function adoptFirstRead(): void {
  const block = document.getElementById('first-read')
  if (!block?.textContent) return
  block.remove()
  // Written by the server of the same build, from a reply of the contract.
  const { path, args, reply } = JSON.parse(block.textContent) as {
    path: string
    args: { params?: object; query?: object }
    reply: object
  }
  const key = [path, args.params ?? null, args.query ?? null]
  queryCache.setQueryData(key, reply)
  if ('next' in reply) queryCache.setQueryData([...key, 'pages'], { pages: [reply], pageParams: [null] })
}
