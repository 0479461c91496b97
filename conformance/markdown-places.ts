/**
 * Where markdown has code and where it only looks like it, by CommonMark 0.31. A call is printed at each `¦`; the test beside
 * this file holds every line against the commonmark package.
 */

/** In a fenced or indented code block. */
export const IN_BLOCKS: readonly string[] = Object.freeze([
  "#\n    ¦",
  "-\n\n    ¦",
  "** *\n    ¦",
  "- a\n\n \t  ¦",
  "a\n--\n    ¦",
  "- - -\n    ¦",
  "_ _ _\n    ¦",
  "````\na\n```\n¦",
  "a\n== \t\n    ¦",
  "```\na\n``` x\n¦",
  "~~~ `a`\n¦\n~~~",
  "<b_>\n```\n¦\n```",
  "</b_>\n```\n¦\n```",
  "<?\n?>\n```\n¦\n```",
  "```\na\n    ```\n¦",
  "a\n2. b\n\n      ¦",
  "a\n<b>\n```\n¦\n```",
  "x <b>\n```\n¦\n```",
  "    - a\n\n      ¦",
  "<div>\n\n```\n¦\n```",
  "   - a\n\n         ¦",
  "<b c==d>\n```\n¦\n```",
  "10) -     &    Look at it here. ¦",
]);

/** In a paragraph or in HTML, beside what opens no code block or has closed one. */
export const BESIDE_BLOCKS: readonly string[] = Object.freeze([
  "-    Look at it here. ¦",
  "  - a\n\n \t¦",
  "    > x\n¦",
  "> a\n# b\n¦",
  "> a\n***\n¦",
  "***>\n    ¦",
  "`` a\n¦\n`b`",
  "a\n=-\n    ¦",
  "- ```\n¦\n```",
  "> ```\n¦\n```",
  "a\n*\n      ¦",
  "-\n  a\n\n    ¦",
  "a\n* \n      ¦",
  "-\ta\n\n       ¦",
  "```\na\n```\t \n¦",
  "``` `a`\n¦\n```",
  "<div\n```\n¦\n```",
  "<pre\n```\n¦\n```",
  "```\na\n   ```\n¦",
  "####### a\n    ¦",
  "-     a\n\n     ¦",
  "<!--\n\n```\n¦\n```",
  "<b>  \n```\n¦\n```",
  "a\n1. b\n\n      ¦",
  "</b  >\n```\n¦\n```",
  "    ```\n¦\n    ```",
  "a\n- 2. b\n\n      ¦",
  "a\n<div>\n```\n¦\n```",
  "<b c=de>\n```\n¦\n```",
  "<b c='' d>\n```\n¦\n```",
  '<b c="d e">\n```\n¦\n```',
  "`* a\n-___\n        ¦\n+ ",
  "<b  c  =  'd'  />\n```\n¦\n```",
  "* <![CDATA[`]]>> \n\t¦\n<i a='`'>",
  "<pre-<http://a`b>>-  </script>a\n      ¦",
  "<b c ><m@a.b`><!Ab c<x-y z=1><hr/> \n    ¦\n> ",
  ">?><div></b>* a\n<h1>\tLook at it here. ¦\n<!-- ~~~~+ ",
]);

/** In a code span. */
export const IN_SPANS: readonly string[] = Object.freeze([
  "`Look at it here. ¦ ¦\n`",
  "- `a\n¦\n`",
  "- `a\n  ¦\n  `",
  "\\`` Look at it here. ¦\n`",
  "` Look at it here. ¦\n``\n`",
  "<a:`> Look at it here. ¦\n`",
  "<! ` > Look at it here. ¦\n`",
  "\\<ab:`> Look at it here. ¦\n`",
  "`` Look at it here. ¦\n\\``` ``",
  "`<ab:`x`> Look at it here. ¦\n`",
  "#<b c='d'>`     a\n¦\n```><? ` ?>",
  "<a b=='`'> Look at it here. ¦\n`",
  "<x-y z=1>~~~~<m@a.b`>\n\n`\n     ¦\n`-",
  "<a b='<c d=\"'>`\"> Look at it here. ¦\n`",
  "<m@a.b`>>\nLook at it here. ¦\n`     <div",
  "\\`<script>  - `So I look here. ¦\n?><m@a.b`>",
  "   --><pre<!-- a  <b/>`=So I look here. ¦\n<div`<i a='`'>",
]);

/** On a line with a backtick that opens no span around the call. */
export const BESIDE_SPANS: readonly string[] = Object.freeze([
  "## `Look at it here. ¦\n`",
  "` Look at it here. ¦\n# `",
  "` Look at it here. ¦\n- `",
  "<!-- ` Look at it here. ¦\n`",
  "<ab:`x`y> Look at it here. ¦\n`",
  "<a  b='`'> Look at it here. ¦\n`",
  "<a b='`' c> Look at it here. ¦\n`",
  "<a`b@c.dd.e> Look at it here. ¦\n`",
  "<http://a`b> Look at it here. ¦\n`",
  '<a b="cc`cc"> Look at it here. ¦\n`',
  "<a`b@c-1.d-2> Look at it here. ¦\n`",
  "<a b=cc d='`'> Look at it here. ¦\n`",
  "<a b1.c:d-e_f='`'> Look at it here. ¦\n`",
  '``?>---Look at it here. ¦\n<x y=`><i a="`"> ',
  "]]>\\`<i a='`'>Look at it here. ¦\n<i a='`'><a",
  "***<!A ` >\t<!A ` >So I look here. ¦\n\t> <!-- ` -->",
  "-<![CDATA[`]]>So I look here. ¦\n      <![CDATA[`]]>",
  "#10) 10) ## `<i a='`'><m@a.b`>So I look here. ¦\n<? ` ?><div",
  "\n`>2. <![CDATA[<i a='`'><!A ` >     Look at it here. ¦\n<b c d=e f='g'>1) <m@a.b`>",
]);

/** In a block quote, lazy lines among them. */
export const IN_QUOTES: readonly string[] = Object.freeze([
  ">a\n  ¦",
  ">    x\n¦",
  "> a\n===\n¦",
  "  > ```\n> ```\n> x\n¦",
]);
