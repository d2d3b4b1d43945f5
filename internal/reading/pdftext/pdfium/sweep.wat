;; Sweeps over the glyphs and the drawn objects of a page inside the sandbox,
;; so that the host makes one call per page instead of one per attribute.
;; It shares the memory of the PDF engine. Assemble with wat2wasm.
(module
  (import "pdfium" "memory" (memory 1))
  (import "pdfium" "FPDFText_GetUnicode" (func $unicode (param i32 i32) (result i32)))
  (import "pdfium" "FPDFText_IsGenerated" (func $generated (param i32 i32) (result i32)))
  (import "pdfium" "FPDFText_HasUnicodeMapError" (func $unmapped (param i32 i32) (result i32)))
  (import "pdfium" "FPDFText_GetTextObject" (func $textObject (param i32 i32) (result i32)))
  (import "pdfium" "FPDFTextObj_GetFont" (func $font (param i32) (result i32)))
  (import "pdfium" "FPDFTextObj_GetTextRenderMode" (func $mode (param i32) (result i32)))
  (import "pdfium" "FPDFText_GetLooseCharBox" (func $box (param i32 i32 i32) (result i32)))
  (import "pdfium" "FPDFText_GetMatrix" (func $matrix (param i32 i32 i32) (result i32)))
  (import "pdfium" "FPDFText_GetFontSize" (func $size (param i32 i32) (result f64)))
  (import "pdfium" "FPDFPage_CountObjects" (func $countPage (param i32) (result i32)))
  (import "pdfium" "FPDFPage_GetObject" (func $pageObject (param i32 i32) (result i32)))
  (import "pdfium" "FPDFFormObj_CountObjects" (func $countForm (param i32) (result i32)))
  (import "pdfium" "FPDFFormObj_GetObject" (func $formObject (param i32 i32) (result i32)))
  (import "pdfium" "FPDFPageObj_GetType" (func $type (param i32) (result i32)))
  (import "pdfium" "FPDFPageObj_GetBounds" (func $bounds (param i32 i32 i32 i32 i32) (result i32)))
  (import "pdfium" "FPDFPath_GetDrawMode" (func $drawMode (param i32 i32 i32) (result i32)))
  (import "pdfium" "FPDFPageObj_GetStrokeWidth" (func $strokeWidth (param i32 i32) (result i32)))
  (import "pdfium" "FPDFPath_CountSegments" (func $countSegments (param i32) (result i32)))
  (import "pdfium" "FPDFPath_GetPathSegment" (func $segment (param i32 i32) (result i32)))
  (import "pdfium" "FPDFPathSegment_GetPoint" (func $point (param i32 i32 i32) (result i32)))
  (import "pdfium" "FPDFPathSegment_GetType" (func $segmentType (param i32) (result i32)))
  (import "pdfium" "FPDFPathSegment_GetClose" (func $segmentClose (param i32) (result i32)))

  ;; glyphs writes one record of 64 bytes for each of n glyphs from first on:
  ;; rune u32, flags u32 (1 generated, 2 unmapped), font u32, render mode i32,
  ;; loose box 4×f32 (left top right bottom), matrix 6×f32, size f32, object u32.
  (func (export "glyphs") (param $text i32) (param $first i32) (param $n i32) (param $out i32)
    (local $i i32) (local $object i32) (local $last i32) (local $f i32) (local $m i32)
    (local.set $i (local.get $first))
    (local.set $n (i32.add (local.get $first) (local.get $n)))
    (block $done (loop $next
      (br_if $done (i32.ge_s (local.get $i) (local.get $n)))
      (i32.store (local.get $out) (call $unicode (local.get $text) (local.get $i)))
      (i32.store offset=4 (local.get $out)
        (i32.or
          (i32.eq (call $generated (local.get $text) (local.get $i)) (i32.const 1))
          (i32.shl (i32.eq (call $unmapped (local.get $text) (local.get $i)) (i32.const 1)) (i32.const 1))))
      (local.set $object (call $textObject (local.get $text) (local.get $i)))
      (if (i32.ne (local.get $object) (local.get $last))
        (then
          (local.set $last (local.get $object))
          (if (local.get $object)
            (then
              (local.set $f (call $font (local.get $object)))
              (local.set $m (call $mode (local.get $object))))
            (else (local.set $f (i32.const 0)) (local.set $m (i32.const 0))))))
      (i32.store offset=8 (local.get $out) (local.get $f))
      (i32.store offset=12 (local.get $out) (local.get $m))
      (drop (call $box (local.get $text) (local.get $i) (i32.add (local.get $out) (i32.const 16))))
      (drop (call $matrix (local.get $text) (local.get $i) (i32.add (local.get $out) (i32.const 32))))
      (f32.store offset=56 (local.get $out) (f32.demote_f64 (call $size (local.get $text) (local.get $i))))
      (i32.store offset=60 (local.get $out) (local.get $object))
      (local.set $out (i32.add (local.get $out) (i32.const 64)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next))))

  ;; count gives the number of objects of a page, or of a form when isForm.
  (func (export "count") (param $container i32) (param $isForm i32) (result i32)
    (if (result i32) (local.get $isForm)
      (then (call $countForm (local.get $container)))
      (else (call $countPage (local.get $container)))))

  ;; objects writes one record of 40 bytes for each of n objects from first on:
  ;; type i32, object u32, bounds 4×f32 (left bottom right top), fill i32,
  ;; stroke i32, stroke width f32, segments i32 (the last four for paths only).
  (func (export "objects") (param $container i32) (param $isForm i32) (param $first i32) (param $n i32) (param $out i32)
    (local $i i32) (local $object i32) (local $kind i32)
    (local.set $i (local.get $first))
    (local.set $n (i32.add (local.get $first) (local.get $n)))
    (block $done (loop $next
      (br_if $done (i32.ge_s (local.get $i) (local.get $n)))
      (if (local.get $isForm)
        (then (local.set $object (call $formObject (local.get $container) (local.get $i))))
        (else (local.set $object (call $pageObject (local.get $container) (local.get $i)))))
      (local.set $kind (call $type (local.get $object)))
      (i32.store (local.get $out) (local.get $kind))
      (i32.store offset=4 (local.get $out) (local.get $object))
      (if (i32.ne (local.get $kind) (i32.const 1))
        (then
          (drop (call $bounds (local.get $object)
            (i32.add (local.get $out) (i32.const 8)) (i32.add (local.get $out) (i32.const 12))
            (i32.add (local.get $out) (i32.const 16)) (i32.add (local.get $out) (i32.const 20))))))
      (if (i32.eq (local.get $kind) (i32.const 2))
        (then
          (drop (call $drawMode (local.get $object)
            (i32.add (local.get $out) (i32.const 24)) (i32.add (local.get $out) (i32.const 28))))
          (drop (call $strokeWidth (local.get $object) (i32.add (local.get $out) (i32.const 32))))
          (i32.store offset=36 (local.get $out) (call $countSegments (local.get $object)))))
      (local.set $out (i32.add (local.get $out) (i32.const 40)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next))))

  ;; segments writes one record of 16 bytes for each of the first n segments of
  ;; a path: type i32 (0 line, 1 curve, 2 move), x f32, y f32, closes i32.
  (func (export "segments") (param $path i32) (param $n i32) (param $out i32)
    (local $i i32) (local $s i32)
    (block $done (loop $next
      (br_if $done (i32.ge_s (local.get $i) (local.get $n)))
      (local.set $s (call $segment (local.get $path) (local.get $i)))
      (i32.store (local.get $out) (call $segmentType (local.get $s)))
      (drop (call $point (local.get $s) (i32.add (local.get $out) (i32.const 4)) (i32.add (local.get $out) (i32.const 8))))
      (i32.store offset=12 (local.get $out) (call $segmentClose (local.get $s)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $next)))))
