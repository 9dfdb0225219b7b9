import { site } from '#content/site.ts'
import { formatCount } from '#web/ui/format.ts'
import { Stat } from '#web/ui/plate.tsx'
import { FloorDrawing, FoundedDrawing, LinesDrawing, LongitudeDrawing, PeopleDrawing } from './about-drawings.tsx'

const { facts, position } = site

/** The factory's facts, each with a drawing of its true count. */
export function AboutPlate() {
  return (
    <div className="about plate">
      <Stat label="Founded" note="one tick a quarter">
        <p className="about-figure">{facts.founded}</p>
        <FoundedDrawing from={facts.founded} to={facts.drawnUntil} />
      </Stat>
      <Stat label="Floor" note={`one square is ${squareMetresEach} m²`}>
        <p className="about-figure">
          {facts.squareMetres}
          <span className="unit"> m²</span>
        </p>
        <FloorDrawing squares={facts.squareMetres / squareMetresEach} />
      </Stat>
      <Stat label="Employees" note="one stroke each">
        <p className="about-figure">{formatCount(facts.employees)}+</p>
        <PeopleDrawing strokes={facts.employees} />
      </Stat>
      <Stat label="Production lines">
        <p className="about-figure">{facts.productionLines}</p>
        <LinesDrawing lines={facts.productionLines} />
      </Stat>
      <Stat label={`Based in ${facts.city}, ${facts.country}`} note={position.text}>
        <p className="about-figure" lang="bn">
          {site.madeIn}
        </p>
        <LongitudeDrawing longitude={position.longitude} />
      </Stat>
    </div>
  )
}

const squareMetresEach = 100
