import { Rotate3d } from 'lucide-react'
import { useState } from 'react'
import { galleryOf } from '#content/gallery.ts'
import type { Tool } from '#features/catalogue/schema.ts'
import { DimensionedPicture } from '#web/components/dimensioned-picture.tsx'
import type { OwnPicture } from '#web/lib/own-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { ResponsivePicture } from '#web/ui/product-picture.tsx'
import { TurnableModel } from './turnable-model.tsx'

type GalleryProps = { tool: Pick<Tool, 'name' | 'img'>; picture: OwnPicture | undefined }

/** The product on its plate, its other views below, and its 3D model to turn, where it has them. */
export function Gallery({ tool, picture }: GalleryProps) {
  const views = galleryOf(tool.img)
  const [shown, setShown] = useState(0)
  const [turning, setTurning] = useState(false)
  const show = (index: number) => {
    setShown(index)
    setTurning(false)
  }
  return (
    <div className="gallery">
      <div className="gallery-plate relative grid min-h-0 flex-1 place-items-center rounded-box bg-plate p-5 [--ground:var(--plate)] max-lg:has-[>button]:pb-16">
        {turning && picture ? (
          <TurnableModel model={picture.model} name={tool.name} />
        ) : (
          <DimensionedPicture
            className="w-full"
            src={views[shown] ?? tool.img}
            alt={tool.name}
            scale={shown === 0 ? picture?.scale : undefined}
            first
          />
        )}
        {picture && (
          <Button
            variant="quiet"
            size="small"
            className="absolute right-3 bottom-3"
            aria-pressed={turning}
            onClick={() => setTurning(!turning)}
          >
            <Rotate3d size={18} strokeWidth={1.75} aria-hidden /> View in 3D
          </Button>
        )}
      </div>
      {views.length > 1 && (
        <ul className="grid grid-cols-4 gap-3">
          {views.map((view, index) => (
            <li key={view}>
              <button
                type="button"
                aria-label={`View ${index + 1} of ${views.length}`}
                aria-pressed={index === shown && !turning}
                className="block w-full rounded-badge bg-plate p-2 aria-pressed:outline-2 aria-pressed:outline-ink"
                onClick={() => show(index)}
              >
                <ResponsivePicture src={view} alt="" sizes="(min-width: 1000px) 15vw, 25vw" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
