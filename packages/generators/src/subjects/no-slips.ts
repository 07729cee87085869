import { wordList } from '../word-list.ts';

/**
 * Common words that are one letter away from a noun that has a form, and are no slip of it: better, of butter. Words in
 * -ed are not among them: none of them is taken for a slip of a noun.
 */
export const NO_SLIPS: ReadonlySet<string> = new Set(
  wordList(`
  amplifies annuls artiest babble babbles bacterial badder bakers ballet banker banter barely barren batters battle
  bawling bender better biking billet billion blander bleaker bleeder blench blinder blister blonder bloopers
  blunder bluster boaster bobble bobbles boiling bondage bookmaker boosts borrow bounder bowing bowler brainy braver
  breaker bridle briers brooks buckle buckles buffer bulldoze bulldozes bumble bumbles bungle burble burbles
  burgher burgle burner burrow buster butler buttes buzzes cannot canyon caramel carbon carousal carouse carouser
  carouses carpel cartoon caster cattle certain cervix chaster cheery cheesy chemise chirps choker choking choral
  clapboard clapper clever closes closest cloven cloves clownish clutch cocking codger coking colder collate college
  collusion commuter compute computes conking connect constriction cooing cookery cooler cooling cooper
  cooping corking cornea corner coronet corral corset creamy create crooking cropper crouch
  cruise cruises crunch curate curtail curtails damper danger defective delirious dimpling dowelling dragoon
  dressier dressy drolly ducking dudgeon duelling dumber dumpier dumping duress earthy eaters educate educates
  envelop envelops equalise equalises equalize equalizes erases extinguishes factor factors fairly father feathery
  fending fiddly fillet finder firmer flambe flaming flamings flowery fodder fonder fondle footfall foreman former
  framer friend fringe fuddle fungous furies gaggles gallon garbage genome giblet giggles glosses glossy googles
  graces grades grainy grander grange granges graphs grasps grasses grates graven grazes gripes grocer grocers
  gropes groves hamper handbill hardball hatches health hoarse hording horsey infect inject inland insert inspect
  internee lacuna lancet lander larder latter leakage ledges lefter lemony leotard lightening lighting lineup
  lingual liquidise liquidises liquidize liquidizes litter lodger lunges madden magneto marker masque medial
  mediation meditation microscopy midges millet minima minimal missive mobster moister morose mousse muffing mullet
  nippier ouster packet padding paddock parson payers pebbly peddle peeper peppery peppier persona photograph piazza
  picket piddle pistil piston players pliant plunder plunge plunges podding portable portion postal potter potters
  prance preach preset prevent prison projection protector puddle puddling puffier punches punchier pursue quarto
  quarts rabbis racier raiding raining raising ranches rapider rapper raspier receive receives remove resister
  resolver revolve revolves riffle riling roaster rocker roiling roister rooter roseate roster rotary scandal
  scanner scanty scarcer scares scarier scorer screwy scrimp scullion scuttle seeding shandy shocking shocks shoots
  shouts showery showier showman shrewder shrink shrive sicker sickly signer singes sittings slicer sliver slower
  sludge smiling smocking smocks snailing sneakier snitch snorts socking soiling solder sparer specks spices spidery
  spines spinner spites spokes spongy sports sprinkle sprinkles squinter stacking stains stature status statute
  steamer steeps sticking stinger stinker stipple stitch stocks stoking streak stroll strove suckle suffer surging
  swatch swinger swirly synthesize synthesizes tamable taproot tarter tatter tauter teaches telephony tester thicket
  threat throng ticker toastier toasty toddler toiler toothy traitor treasury troupers tuning turnkey tweeter
  twitter typewrite typewrites villainy villein vocalise wadding washes waster wedging weeding welding wending
  whispers winner winnow wisest wisher wretch
`),
);
