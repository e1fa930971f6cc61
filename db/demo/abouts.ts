import type { Gender } from '#domain/users/gender'
import { Governorate } from '#domain/users/profile'
import { gendered } from './gendered.ts'
import { type Random, shuffledCycle } from './random.ts'
import type { Specialty } from './specialties.ts'

/** The beginning of a text: where the tutor comes from; some are true of one governorate only. */
type Opening = { text: string; city?: Governorate }

const OPENINGS: readonly Opening[] = [
  { text: 'أهلًا بيك! خلّصت ألسن عين شمس، ومن يومها وأنا بين التدريس والترجمة. التدريس كسب في الآخر.' },
  { text: 'بدأت أدرّس وأنا لسه [طالب|طالبة] في الكلية عشان أصرف على نفسي، وبعد سنة اكتشفت إني لقيت شغلانة عمري.' },
  {
    city: Governorate.Alexandria,
    text: 'درست أدب إنجليزي في آداب إسكندرية، وقضيت سنتين في مانشستر بدرّس عربي لولاد المصريين هناك وبتعلّم منهم اللهجة.',
  },
  {
    city: Governorate.Dakahlia,
    text: 'من المنصورة، [خريج|خريجة] تربية إنجليزي دفعة ٢٠١٤. درّست في مدرستين قبل ما أتفرّغ للتدريس أونلاين.',
  },
  {
    text: 'عشت طفولتي في الكويت ورجعت مصر في ثانوي، فالإنجليزي كان صاحبي الوحيد أول سنة. يمكن عشان كده بحب أعرّفه على الناس.',
  },
  { text: 'خريج[|ة] تجارة إنجليش، واشتغلت محاسب[|ة] أربع سنين قبل ما أسيب الأرقام وأروح للكلام. أحسن قرار أخدته.' },
  { text: 'معايا شهادة تدريس الإنجليزية لغير الناطقين بها، وتمن سنين خبرة مع طلبة من سن سبعة لحد سبعين.' },
  {
    city: Governorate.Aswan,
    text: 'أنا من أسوان، والنيل قدّام البيت، واتعلّمت أول إنجليزي في حياتي من السياح وأنا صغير[|ة]. الباقي كمّلته في الجامعة.',
  },
  { text: 'مساء الخير، أو صباح الخير على حسب ميعادك. بدرّس من ٢٠١٦ وعدّى عليّا أكتر من تلتميت طالب، ولسه بفتكر أساميهم.' },
  {
    text: 'كنت [الطالب اللي بيخاف يرفع إيده|الطالبة اللي بتخاف ترفع إيدها] في الفصل، فلما بقيت [مدرّس|مدرّسة] قرّرت محدش يخاف في حصتي.',
  },
  {
    text: 'ماجستير لغويات تطبيقية من جامعة القاهرة. الجزء اللي بحبه في دراستي مش النظريات، الجزء اللي بحبه هو ليه بنغلط الغلطة دي بالذات.',
  },
  { text: 'اشتغلت مترجم[|ة] في مؤتمرات خمس سنين، وشفت بعيني ناس شاطرة بتسكت عشان اللغة. من ساعتها وأنا بدرّس.' },
  {
    city: Governorate.Gharbia,
    text: 'من طنطا، ووالدي كان مدرّس إنجليزي في مدرسة التجارة. ورثت منه الصبر والكشكول الأخضر بتاع الأخطاء.',
  },
  { text: 'خدت إجازة من الشركة سنة عشان أجرّب التدريس، وعدّى ستّ سنين ولسه الإجازة شغّالة.' },
  {
    city: Governorate.PortSaid,
    text: 'أعيش في بورسعيد قدّام المينا، وزباين محل بابا كانوا بحّارة من كل الدنيا. لغتي اتبنت من حكاياتهم.',
  },
  { text: 'حصلت على منحة تبادل طلابي في أمريكا وأنا عندي سبعتاشر سنة، ورجعت بشنطتين: هدوم، وتعبيرات مش في القاموس.' },
  { text: 'بقالي إحداشر سنة في المهنة دي ولسه بحضّر كل حصة كأنها أول حصة. اللي بيحضّر بيبان، والطالب بيحس.' },
  { text: 'أنا في الأصل معماري[|ة]، وبشوف اللغة زي البيت: أساس وعمدان وبعدين الشبابيك الحلوة.' },
  {
    city: Governorate.Sharkia,
    text: 'من الزقازيق. خريج[|ة] آداب قسم إنجليزي بتقدير امتياز، وبكمّل دلوقتي دبلومة في علم النفس التربوي.',
  },
  { text: 'قعدت سنتين متطوع[|ة] أدرّس للاجئين في القاهرة. هناك اتعلّمت إن الابتسامة نص الدرس.' },
]

/** How lessons are taught, independent of the topic. */
const TEACHING_STYLES = [
  'قبل أول حصة بسألك سؤالين بس: عايز توصل لفين؟ ووقتك في الأسبوع قد إيه؟ والخطة بتطلع من إجابتك.',
  'بعد كل حصة ببعت لك ملخّص صغير في الشات: الكلمات الجديدة، وغلطتين، وحاجة حلوة قلتها.',
  'مبحبش الواجبات الطويلة. عشر دقايق كل يوم أحسن من ساعتين يوم الجمعة، وأنا بوريك تعمل إيه في العشر دقايق دول.',
  'لو الإنترنت عندك ضعيف مفيش مشكلة، نقفل الكاميرا ونكمّل صوت. المهم الحصة متضيعش.',
  'الغلط عندي مرحّب بيه. بصلّح في آخر الكلام مش في نصّه، عشان أفكارك متتقطعش.',
  'الحصة الربع ساعة مناسبة للمراجعة والنطق، والنص ساعة للكلام والكتابة. اختار اللي يناسب يومك.',
  'كل شهر بنقيس: نسمع تسجيل قديم وتسجيل جديد. الفرق بيقول كل حاجة.',
  'بشرح بالإنجليزي وبستعمل العربي لما المعنى يقف. مفيش تزمّت، المهم توصل.',
  'أحب الحصة تبقى خفيفة: ضحكة في الأول، شغل بجد في النص، وسؤال تفكر فيه لحد المرة الجاية.',
  'معايا مكتبة كبيرة من المواد، بس عمري ما بمشي على كتاب من الجلدة للجلدة. إنت المنهج.',
  'بلتزم بالمعاد بالدقيقة، ولو اعتذرت بعوّضك في نفس الأسبوع.',
  'أول حصة تعارف وتحديد مستوى، وبنطلع منها بتلات أهداف صغيرة للشهر.',
  'بشارك الشاشة وبكتب قدّامك كل حاجة جديدة، والورقة دي بتفضل معاك بعد الحصة.',
  'بسيبك تتكلم سبعين في المية من الوقت. لو لقيتني بتكلم كتير قولّي اسكت[|ي].',
  'بمشي على سرعتك. فيه ناس بتحب الجري وفيه ناس بتحب المشي، والاتنين بيوصلوا.',
  'بسجّل تقدّم كل طالب في جدول بسيط، وتقدر تشوفه في أي وقت وتعرف إنت فين.',
]

/** Something personal, and an invitation to book. */
const CLOSINGS = [
  'برّه التدريس بحب الطبخ والمشي على الكورنيش. لو عندك وصفة حلوة هاتها معاك الحصة.',
  'عندي قطة اسمها مشمش، وغالبًا هتعدّي قدّام الكاميرا. اعتبرها زميلة في الفصل.',
  'مستنيك في أول حصة، ومتحضّرش حاجة غير كوباية شاي.',
  'أهلاوي[|ة] في الكورة ومحايد[|ة] في كل حاجة تانية. يلا نبدأ؟',
  'جرّب ربع ساعة، ولو محسّتش إنك مرتاح قولّي بصراحة وأرشّح لك زميل يناسبك.',
  'بقرا كتاب كل أسبوعين وبحب اللي بيرشّح لي كتب. اللي يعرف رواية حلوة يكسب نقطة عندي.',
  'في وقت فراغي بعزف عود على قدّي، وأحيانًا بنختم الحصة بأغنية.',
  'أسعد لحظة في أسبوعي لما طالب يبعت لي: "النهارده اتكلمت ومحدش طلب مني أعيد".',
  'بحب القهوة والصبح بدري، وعندي مواعيد قبل الشغل للي زيّي.',
  'لو مكسوف تكتب لي الأول، احجز على طول. الكسوف بيروح في أول خمس دقايق، مجرّبة.',
  'زملكاوي[|ة] [صابر|صابرة]، فمتقلقش من صبري على الغلط.',
  'نتقابل على خير، وهتلاقيني فاكر[|ة] آخر جملة قلتها المرة اللي فاتت.',
  'بزرع نعناع وريحان في البلكونة، وبدرّس من جنبهم كل يوم العصر.',
  'اللغة عِشرة مش امتحان. تعالى نعمل عِشرة حلوة.',
  'بصوّر شوارع القاهرة القديمة يوم الجمعة، وصورها بتدخل الحصص كتير.',
  'ابعت لي رسالة في الشات قبل الحجز لو عندك أي سؤال، برد في نفس اليوم.',
]

type PartGenerators = { beginning: () => Opening; manner: () => string; farewell: () => string }

function composeAbout(random: Random, cards: PartGenerators, { tellsOrigin }: Specialty, lesson: string) {
  const manner = cards.manner()
  const farewell = cards.farewell()
  const plain = [
    [lesson, manner, farewell],
    [manner, lesson, farewell],
    [lesson, farewell],
    [lesson, manner],
  ]
  if (tellsOrigin || random.chance(0.25)) return { parts: random.pick(plain), city: undefined }
  const { text: beginning, city } = cards.beginning()
  const shapes = [
    [beginning, lesson, manner, farewell],
    [beginning, lesson, farewell],
    [beginning, manner, lesson],
    [lesson, beginning, farewell],
    [beginning, lesson],
  ]
  return { parts: random.pick(shapes), city }
}

/** Joins the parts, with paragraph breaks at random places. */
function paragraphs(random: Random, parts: readonly string[]): string {
  const breakAt = parts.length > 2 ? random.int(1, parts.length - 1) : 0
  return parts.map((part, at) => (at === 0 ? part : `${at === breakAt ? '\n\n' : ' '}${part}`)).join('')
}

/** Generates texts for "about me" from hand-written parts, in one of several structures. */
export function aboutGenerator(random: Random) {
  const cards: PartGenerators = {
    beginning: shuffledCycle(random, OPENINGS),
    manner: shuffledCycle(random, TEACHING_STYLES),
    farewell: shuffledCycle(random, CLOSINGS),
  }
  const lessons = new Map<Specialty, () => string>()
  return (specialty: Specialty, gender: Gender): { about: string; city: Governorate | undefined } => {
    const lesson = lessons.get(specialty) ?? shuffledCycle(random, specialty.lessons)
    lessons.set(specialty, lesson)
    const { parts, city } = composeAbout(random, cards, specialty, lesson())
    return { about: gendered(paragraphs(random, parts), gender), city }
  }
}
