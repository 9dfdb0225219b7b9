import { useState } from 'react'
import { galleryOf } from '#content/gallery.ts'
import type { Tool } from '#features/catalogue/schema.ts'
import { DimensionedPicture } from '#web/components/dimensioned-picture.tsx'
import { sizeOf } from '#web/components/dimension-lines.tsx'

/** The product on its plate, and its other views below where it has some. */
export function Gallery({ tool }: { tool: Pick<Tool, 'name' | 'img' | 'specification'> }) {
  const views = galleryOf(tool.img)
  const [shown, setShown] = useState(0)
  return (
    <div className="flex h-full flex-col gap-3">
      <div className="relative grid min-h-0 flex-1 place-items-center rounded-box bg-plate p-5">
        <DimensionedPicture
          className="w-full max-w-[860px]"
          src={views[shown] ?? tool.img}
          alt={tool.name}
          size={sizeOf(tool.specification)}
          first
        />
      </div>
      {views.length > 1 && (
        <ul className="grid grid-cols-4 gap-3">
          {views.map((view, index) => (
            <li key={view}>
              <button
                type="button"
                aria-label={`View ${index + 1} of ${views.length}`}
                aria-pressed={index === shown}
                className="block w-full rounded-badge bg-plate p-2 aria-pressed:outline-2 aria-pressed:outline-ink"
                onClick={() => setShown(index)}
              >
                <img src={view} width={1000} height={750} alt="" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
